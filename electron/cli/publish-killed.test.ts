/** `protocol publish`, killed at each of its requests: the next run completes the publication as if nothing had happened. */
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type CommunityProxy, communityProxy } from '../community/testing/faulty-proxy.ts';
import { entryPath } from '../installation.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { openTerminal, type Terminal } from './testing/terminal.ts';

const main = entryPath('cli');
const template = join(import.meta.dirname, '../../resources/studio/turns');
const dir = temporaryFolder();
const environment = { PARLOR_DATA_DIR: join(dir, 'author') };
let service: Service;
let proxy: CommunityProxy;
let author: Terminal;
let events: DatabaseSync;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  proxy = await communityProxy(service.url);
  author = openTerminal({ ...environment, PARLOR_SERVER: proxy.url });
  await author.parlor('init', '--insecure-plain-key');
  await author.parlor('register', '--nickname', 'author');
  events = new DatabaseSync(join(dir, 'community/community.db'), { readOnly: true });
});
afterAll(async () => {
  author.close();
  events.close();
  proxy.dispose();
  await service.dispose();
});

let gameCount = 0;

/** A folder with a protocol of a new family, and a board whose files are uploaded one by one. */
async function createGame(): Promise<string> {
  gameCount += 1;
  const folder = join(dir, `game-${gameCount}`);
  await cp(template, folder, { recursive: true });
  await mkdir(join(folder, 'ui'));
  await writeFile(join(folder, 'ui/index.html'), `<!doctype html><title>Game ${gameCount}</title>`);
  for (const part of ['a', 'b']) await writeFile(join(folder, `ui/${part}.txt`), part.repeat(300_000));
  const spec = JSON.parse(await readFile(join(folder, 'spec.json'), 'utf8')) as object;
  const change = {
    name: `Game ${gameCount}`,
    family: `game-${gameCount}`,
    tags: ['killed'],
    rules: { number: gameCount },
  };
  await writeFile(join(folder, 'spec.json'), JSON.stringify({ ...spec, ...change }));
  return folder;
}

type Lost = 'request' | 'response';

/** Starts `protocol publish` and kills it at the given request, before or after the community has handled it. */
async function publishKilled(folder: string, occurrence: number, request: RegExp, lost: Lost): Promise<void> {
  const child = spawn(process.execPath, [main, 'protocol', 'publish', folder], {
    stdio: 'ignore',
    env: { ...process.env, ...environment, PARLOR_SERVER: proxy.url },
  });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  let seen = 0;
  const kill = (method: string, path: string): boolean => {
    if (!request.test(`${method} ${path}`)) return false;
    seen += 1;
    return seen === occurrence && child.kill('SIGKILL');
  };
  if (lost === 'request') proxy.unreachable(kill);
  else proxy.dropResponses(kill);
  expect(await ended).toBe('SIGKILL');
  proxy.unreachable(null);
  proxy.dropResponses(null);
}

/** The types of all events that the community has stored about a protocol, sorted. */
const eventTypesOf = (protocol_id: string): string[] =>
  (events.prepare('select type, data from event').all() as { type: string; data: string }[])
    .filter(({ data }) => data.includes(protocol_id))
    .map(({ type }) => type)
    .sort();

/** The requests of a publication, in order. */
const requests: [request: RegExp, occurrences: number][] = [
  [/^GET \/api\/v1\/protocols\?/, 2],
  [/^POST \/api\/v1\/protocols$/, 1],
  [/^GET .*\/governance$/, 2],
  [/^POST .*\/governance$/, 1],
  [/^POST .*\/ui-batch$/, 1],
  [/^POST .*\/ui$/, 3],
  [/^POST .*\/ui-finalize$/, 1],
  [/^GET .*\/protocols\/[0-9a-f]{64}$/, 1],
  [/^GET .*\/bundle$/, 1],
];
const everyKill = requests.flatMap(([request, occurrences]) =>
  Array.from({ length: occurrences }, (_, at) => at + 1).flatMap((occurrence) =>
    (['request', 'response'] as const).map((lost) => ({ request, occurrence, lost })),
  ),
);
const kills = isLongRun
  ? everyKill
  : everyKill.filter(
      ({ request, occurrence, lost }) => occurrence === 1 && lost === 'response' && /ui\$/.test(request.source),
    );

test.each(kills)(
  'a publication killed at $lost $occurrence of $request is completed by the next run',
  async ({ request, occurrence, lost }) => {
    const folder = await createGame();
    await publishKilled(folder, occurrence, request, lost);
    const published = await author.json<Record<string, unknown>>('protocol', 'publish', folder);
    expect(published).toMatchObject({ ui: { files: 3 }, hooks: 'stored', governance: { status: 'experimental' } });
    expect(eventTypesOf(String(published.protocol_id))).toEqual([
      'protocol_governed',
      'protocol_published',
      'protocol_registered',
    ]);
  },
);
