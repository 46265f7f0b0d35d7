/** Letters, identities and communities from the command line: real processes, a real community, two data directories. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { startTestService } from '../tables/testing/community.ts';

const main = join(import.meta.dirname, 'main.ts');
const running = new Set<ChildProcess>();
let dir: string;
let service: Awaited<ReturnType<typeof startTestService>>;

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** `secrets` are what the descriptors 3, 4 ... give. */
function run(args: string[], secrets: string[] = []): Promise<Ended> {
  const { PARLOR_PASSPHRASE_FILE: _, ...env } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...secrets.map(() => 'pipe' as const)],
    env,
  });
  running.add(child);
  for (const [index, secret] of secrets.entries()) {
    const pipe = child.stdio[3 + index] as NodeJS.WritableStream;
    pipe.on('error', () => {});
    pipe.end(secret);
  }
  const texts = { out: '', err: '' };
  child.stdout!.on('data', (chunk: Buffer) => (texts.out += chunk.toString('utf8')));
  child.stderr!.on('data', (chunk: Buffer) => (texts.err += chunk.toString('utf8')));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, ...texts });
    }),
  );
}

const at = (who: string, ...args: string[]) => run([...args, '--data-dir', join(dir, who)]);
const json = <T = Record<string, unknown>>({ out, err, code }: Ended): T => {
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
};
const jsonLines = ({ out }: Ended) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const keys: Record<string, string> = {};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-letters-'));
  service = await startTestService(join(dir, 'community'));
  for (const who of ['ada', 'grace']) {
    const made = await at(who, 'init', '--nickname', who, '--insecure-plain-key');
    keys[who] = /public_key: (\S+)/.exec(made.out)![1]!;
    expect(json(await at(who, 'community', 'use', service.url, '--json'))).toEqual({ url: service.url });
    expect(await at(who, 'register', '--nickname', who)).toMatchObject({ code: 0, err: '' });
  }
}, 60_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

describe('parlor inbox', () => {
  it('carries letters between two data directories', { timeout: 60_000 }, async () => {
    const words = 'A game at eight? \u001b[2J♜';
    const send = (...more: string[]) => at('ada', 'inbox', 'send', '--to', keys.grace!, '--json', ...more);
    const signed = json<{ id: number }>(await send('--message', words, '--sign'));
    expect(signed).toMatchObject({ id: expect.any(Number), expires_at: expect.stringMatching(/Z$/), signed: true });
    json(await send('--message', 'From nobody.', '--anonymous'));

    type Page = { entries: Record<string, unknown>[]; next_cursor: string | null };
    const first = json<Page>(await at('grace', 'inbox', 'list', '--limit', '1', '--json'));
    expect(first.entries).toMatchObject([{ plaintext: 'From nobody.', writer_public_key: null, signature: 'none' }]);
    const rest = json<Page>(await at('grace', 'inbox', 'list', '--cursor', first.next_cursor!, '--json'));
    expect(rest).toMatchObject({
      entries: [{ id: signed.id, plaintext: words, writer_public_key: keys.ada, signature: 'valid', door: 'unknown' }],
      next_cursor: null,
    });
    // On a terminal the words stay words.
    const read = await at('grace', 'inbox', 'read', String(signed.id));
    expect(read.out).toMatch(/^from: ada [0-9a-f]{64}\n/);
    expect(read.out).toContain('A game at eight? \uFFFD[2J♜');

    expect(json(await at('grace', 'inbox', 'export', '--json'))).toMatchObject({ exported: 2 });
    const path = join(dir, 'grace', 'inbox-export.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const exported = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>[];
    expect(exported[1]).toMatchObject({ id: signed.id, plaintext: words, size: expect.any(Number) });

    expect(json(await at('grace', 'inbox', 'delete', String(signed.id), '--json'))).toEqual({ deleted: 1 });
    const gone = await at('grace', 'inbox', 'read', String(signed.id));
    expect([gone.code, gone.err]).toEqual([1, expect.stringMatching(/^not_found: [^\n]+\n$/)]);
    expect(json(await at('grace', 'inbox', 'clear', '--json'))).toEqual({ deleted: 1 });
    expect(json<Page>(await at('grace', 'inbox', 'list', '--json')).entries).toEqual([]);
  });

  it('refuses what can not be sent, with documented exit codes', { timeout: 60_000 }, async () => {
    const send = (to: string, message: string) => at('ada', 'inbox', 'send', '--to', to, '--message', message);
    expect(await send(keys.grace!, 'x'.repeat(257))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^invalid_field: /),
    });
    expect(await send('grace', 'hello')).toMatchObject({ code: 2, err: expect.stringMatching(/^bad_arguments: /) });
    expect(await send('ab'.repeat(32), 'hello')).toMatchObject({ code: 1 });
    expect(await at('ada', 'inbox', 'send', '--to', keys.grace!)).toMatchObject({ code: 2 });
  });
});

describe('parlor contacts', () => {
  it('keeps names and notes, and keeps people away', { timeout: 90_000 }, async () => {
    const contacts = (...args: string[]) => at('grace', 'contacts', ...args);
    const list = async () => json<{ contacts: object[] }>(await contacts('list', '--json')).contacts;
    const set = await contacts('set', keys.ada!, '--name', 'Ada', '--notes', 'slow\nand kind');
    expect(set).toMatchObject({ code: 0, out: `${keys.ada}\tAda\t-\tslow\uFFFDand kind\n` });
    await at('ada', 'inbox', 'send', '--to', keys.grace!, '--message', 'Known now.', '--sign');
    const seen = async () => {
      const { entries, hidden } = json<{ entries: { door: string }[]; hidden: number }>(
        await at('grace', 'inbox', 'list', '--json'),
      );
      return [entries.map(({ door }) => door), hidden];
    };
    expect(await seen()).toEqual([['known'], 0]);
    const contact = { public_key: keys.ada, name: 'Ada', notes: 'slow\nand kind' };
    expect(json(await contacts('block', keys.ada!, '--json'))).toEqual({ ...contact, blocked: true });
    expect(await seen()).toEqual([[], 1]);
    expect(json(await contacts('unblock', keys.ada!, '--json'))).toEqual({ ...contact, blocked: false });
    json(await contacts('set', keys.ada!, '--notes', '', '--json'));
    expect(await list()).toEqual([{ ...contact, notes: '', blocked: false }]);
    expect(json(await contacts('remove', keys.ada!, '--json'))).toEqual({ removed: keys.ada });
    expect(await contacts('remove', keys.ada!)).toMatchObject({ code: 1, err: expect.stringMatching(/^not_found: /) });
    expect(await contacts('block', 'ada')).toMatchObject({ code: 2 });
    expect([await list(), await seen()]).toEqual([[], [['unknown'], 0]]);
    json(await at('grace', 'inbox', 'clear', '--json'));
  });
});

describe('parlor identity', () => {
  const listed = async () => jsonLines(await at('ada', 'identity', 'list', '--json'));
  const inUse = async () => (await listed()).find(({ in_use }) => in_use)?.public_key;

  it('keeps several, each with its own letters', { timeout: 90_000 }, async () => {
    const { public_key } = json<{ public_key: string }>(
      await at('ada', 'identity', 'new', '--nickname', 'ada2', '--insecure-plain-key', '--json'),
    );
    expect(await inUse()).toBe(keys.ada);
    json(await at('ada', 'identity', 'use', public_key.slice(0, 12), '--json'));
    expect(await inUse()).toBe(public_key);
    expect(await at('ada', 'register', '--nickname', 'ada2')).toMatchObject({ code: 0, err: '' });
    json(await at('grace', 'inbox', 'send', '--to', public_key, '--message', 'For the second.', '--json'));
    const list = async () => json<{ entries: { plaintext: string }[] }>(await at('ada', 'inbox', 'list', '--json'));
    expect((await list()).entries.map(({ plaintext }) => plaintext)).toEqual(['For the second.']);
    json(await at('ada', 'identity', 'use', keys.ada!, '--json'));
    expect((await list()).entries).toEqual([]);
    expect(await at('ada', 'identity', 'use', 'ffff0000ffff')).toMatchObject({ code: 1 });
    const communities = jsonLines(await at('ada', 'community', 'list', '--json'));
    expect(communities[0]).toMatchObject({
      url: service.url,
      in_use: true,
      registered: [
        { public_key: keys.ada, nickname: 'ada' },
        { public_key, nickname: 'ada2' },
      ],
    });
  });

  it('changes the passphrase without a terminal, and comes back from backup and words', {
    timeout: 120_000,
  }, async () => {
    const change = (secrets: string[], ...more: string[]) =>
      run(['identity', 'change-passphrase', '--json', '--data-dir', join(dir, 'ada'), ...more], secrets);
    json(await change(['one\n'], '--new-passphrase-fd', '3'));
    expect(await change(['wrong\n', 'two\n'], '--passphrase-fd', '3', '--new-passphrase-fd', '4')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^wrong_passphrase: /),
    });
    json(await change(['one\n', 'two\n'], '--passphrase-fd', '3', '--new-passphrase-fd', '4'));
    expect((await listed())[0]).toMatchObject({ public_key: keys.ada, protection: 'passphrase' });

    const file = join(dir, 'ada.parlor-key');
    const backup = (secrets: string[], ...more: string[]) =>
      run(['identity', 'backup', '--json', '--data-dir', join(dir, 'ada'), '--passphrase-fd', '3', ...more], secrets);
    expect(json(await backup(['two\n'], '--out', file))).toEqual({ public_key: keys.ada, path: file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await backup(['two\n'], '--out', file)).toMatchObject({ code: 2 });
    const { words } = json<{ words: string[] }>(await backup(['two\n'], '--words'));

    const restore = (who: string, secrets: string[], ...more: string[]) =>
      run(['identity', 'restore', '--json', '--data-dir', join(dir, who), ...more], secrets);
    expect(json(await restore('new1', ['two\n'], '--from', file, '--passphrase-fd', '3'))).toEqual({
      public_key: keys.ada,
    });
    expect(await restore('new2', ['one\n'], '--from', file, '--passphrase-fd', '3')).toMatchObject({ code: 1 });
    expect(json(await restore('new2', [`${words.join(' ')}\n`], '--words-fd', '3', '--insecure-plain-key'))).toEqual({
      public_key: keys.ada,
    });
    // Beside another identity too, and only once.
    expect(json(await restore('grace', ['two\n'], '--from', file, '--passphrase-fd', '3'))).toEqual({
      public_key: keys.ada,
    });
    expect(await restore('grace', ['two\n'], '--from', file, '--passphrase-fd', '3')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^identity_exists: /),
    });
  });

  it('imports the key of another client, and only one that fits', { timeout: 120_000 }, async () => {
    const seed = new Uint8Array(32).fill(9);
    const public_key = Buffer.from(publicKeyOf(seed)).toString('hex');
    const path = join(dir, 'key.json');
    const importIt = async (value: object) => {
      await writeFile(path, JSON.stringify(value));
      return at('old', 'identity', 'import', path, '--nickname', 'old', '--insecure-plain-key', '--json');
    };
    const private_key = Buffer.from(seed).toString('hex');
    expect(await importIt({ public_key: keys.ada, private_key })).toMatchObject({ code: 1 });
    expect(await importIt({ private_key })).toMatchObject({ code: 1 });
    expect(json(await importIt({ peer_id: public_key.toUpperCase(), private_key }))).toEqual({ public_key });

    // Nobody wrote its words down, so that deleting it is for good, and not done by a slip.
    const spare = json<{ public_key: string }>(
      await at('old', 'identity', 'new', '--nickname', 'spare', '--insecure-plain-key', '--json'),
    ).public_key;
    const remove = (...args: string[]) => at('old', 'identity', 'remove', ...args, '--json');
    expect(await remove(spare)).toMatchObject({ code: 2, err: expect.stringContaining('--without-backup') });
    expect(await remove(public_key, '--without-backup')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^in_use: /),
    });
    expect(json(await remove(spare.slice(0, 12), '--without-backup'))).toEqual({ public_key: spare });
    expect(await remove(spare, '--without-backup')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^identity_missing: /),
    });
  });
});

describe('parlor community', () => {
  it('tells what is at an address, and wants plain http confirmed', { timeout: 120_000 }, async () => {
    expect(json(await at('ada', 'community', 'test', service.url, '--json'))).toMatchObject({
      reachable: true,
      version: expect.any(String),
      needs_consent: false,
      limits: { inbox_messages_none: 5 },
    });
    const nobody = await at('ada', 'community', 'test', 'http://127.0.0.1:1');
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringMatching(/^community_unreachable: /)]);
    // An address of documentation (RFC 5737): nothing is ever sent there.
    const plain = 'http://192.0.2.1:7400';
    const refused = expect.stringMatching(/^plain_http: /);
    expect(await at('new1', 'community', 'use', plain)).toMatchObject({ code: 1, err: refused });
    expect(await at('grace', 'browse', '--server', plain)).toMatchObject({ code: 1, err: refused });
    json(await at('new1', 'community', 'use', plain, '--allow-plain-http', '--json'));
    json(await at('new1', 'community', 'use', 'this-computer', '--json'));
    json(await at('new1', 'community', 'use', plain, '--json'));

    // Forgotten, its confirmation too; the one in use stays.
    expect(await at('new1', 'community', 'remove', plain)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^in_use: /),
    });
    json(await at('new1', 'community', 'use', 'this-computer', '--json'));
    json(await at('new1', 'community', 'remove', `${plain}/`, '--json'));
    expect(await at('new1', 'community', 'use', plain)).toMatchObject({ code: 1, err: refused });
  });
});
