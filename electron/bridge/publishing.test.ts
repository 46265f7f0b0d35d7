/** Publishes projects to a community that fails at each request in turn; continuing must end as if nothing had failed. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PublicationView, PublishConsent, PublishGovernance } from '../../shared/bridge/contract.ts';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type CommunityProxy, communityProxy } from '../community/testing/faulty-proxy.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPerson, type TestPerson } from './testing/person.ts';

const templates = join(import.meta.dirname, '../../resources/studio');
const dir = temporaryFolder();
let service: Service;
let proxy: CommunityProxy;
let author: TestPerson;
let events: DatabaseSync;

beforeAll(async () => {
  service = await startServiceInProcess(join(dir, 'community'));
  proxy = await communityProxy(service.url);
  author = await createPerson(proxy.url, 'author');
  author.bridge.publishing.on('changed', (view) => latest.set(view.publication_id, view));
  events = new DatabaseSync(join(dir, 'community/community.db'), { readOnly: true });
});
afterEach(() => {
  proxy.unreachable(null);
  proxy.dropResponses(null);
});
afterAll(async () => {
  events.close();
  await author.leave();
  proxy.dispose();
  await service.dispose();
});

/** The publications as they were last seen. */
const latest = new Map<string, PublicationView>();
let projectCount = 0;

/** A project in a new family. `large`: its board is uploaded file by file. */
async function project({ large = false } = {}): Promise<{ project_id: string; folder: string }> {
  projectCount += 1;
  const folder = join(dir, `game-${projectCount}`);
  await cp(join(templates, 'turns'), folder, { recursive: true });
  await mkdir(join(folder, 'ui'));
  await writeFile(join(folder, 'ui/index.html'), `<!doctype html><title>Game ${projectCount}</title>`);
  const sizes = large ? [300_000, 300_000, 200_000] : [20, 30];
  for (const [at, size] of sizes.entries()) {
    await writeFile(join(folder, `ui/part-${at}.txt`), String(at).repeat(size));
  }
  // A different rule gives a different id.
  await changeSpec(folder, {
    name: `Game ${projectCount}`,
    family: `game-${projectCount}`,
    rules: { number: projectCount },
  });
  const { project_id } = await author.bridge.studio.add_folder({ folder });
  return { project_id, folder };
}

async function changeSpec(folder: string, change: object): Promise<void> {
  const path = join(folder, 'spec.json');
  const spec = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...spec, ...change }));
}

/** Resolves once the publication is no longer running. */
function settled(project_id: string): Promise<PublicationView> {
  return new Promise((resolve) => {
    const unsubscribe = author.bridge.publishing.on('changed', (view) => {
      if (view.publication_id !== project_id || view.state === 'working') return;
      unsubscribe();
      resolve(view);
    });
  });
}

async function publish(
  project_id: string,
  governance: PublishGovernance,
  despite_comparison = false,
): Promise<PublicationView> {
  const consent = { ...consentTo(latest.get(project_id)!), despite_comparison };
  const end = settled(project_id);
  await author.bridge.publishing.publish({ project_id, governance, consent });
  return end;
}

/** What the dialog obtains from an author who has seen this and tried nothing. */
const consentTo = ({ files_hash, rules_hash }: PublicationView): PublishConsent => ({
  ...{ files_hash: files_hash!, trial: rules_hash === null ? null : 'untried', despite_comparison: false },
});

const stateOf = (view: PublicationView, wanted: string) => view.steps.find(({ step }) => step === wanted)!.state;

/** The types of the events that the community has stored about a protocol, sorted. */
function storedEvents(protocol_id: string): string[] {
  return (events.prepare('select type, data from event').all() as { type: string; data: string }[])
    .filter(({ data }) => data.includes(protocol_id))
    .map(({ type }) => type)
    .sort();
}
const publishedOnce = ['protocol_governed', 'protocol_published', 'protocol_registered'];

/** Matches only the given occurrence of a request, counted from 1. */
function onlyOccurrence(wanted: RegExp, occurrence: number): (method: string, path: string) => boolean {
  let count = 0;
  return (method, path) => {
    if (!wanted.test(`${method} ${path}`)) return false;
    count += 1;
    return count === occurrence;
  };
}

const reviewed: Pick<PublishGovernance, 'status' | 'tags' | 'created_reason'> = {
  status: 'active',
  tags: ['quick'],
  created_reason: 'a first try',
};

test('a project is checked, compared, published, read back, and can be hosted at once', async () => {
  const { project_id, folder } = await project();
  const prepared = await author.bridge.publishing.prepare({ project_id });
  expect(prepared).toMatchObject({ state: 'review', problem: null, comparison: { classification: 'new_family' } });
  expect(prepared.governance).toMatchObject({ family: `game:game-${projectCount}`, status: 'experimental' });
  const seen: PublicationView[] = [];
  const unsubscribe = author.bridge.publishing.on('changed', (view) => seen.push(view));
  const done = await publish(project_id, { ...prepared.governance, ...reviewed });
  unsubscribe();
  expect(done).toMatchObject({ state: 'published', problem: null });
  expect(done.steps.map(({ state }) => state)).toEqual(Array(7).fill('done'));
  expect(done.result).toMatchObject({ fresh: true, hooks: 'stored', board: { files: 3, idempotent: false } });
  expect(seen.some(({ files }) => files.some(({ state }) => state === 'sending'))).toBe(true);
  const protocol_id = done.protocol_id!;
  expect(storedEvents(protocol_id)).toEqual(publishedOnce);
  const hosted = await author.bridge.tables.host({ protocol: protocol_id, control_mode: 'autonomous' });
  await author.bridge.tables.withdraw({ post_id: hosted.post_id });

  // Publishing unchanged files again stores nothing twice. The suggested governance is the community's.
  const again = await author.bridge.publishing.prepare({ project_id });
  expect(again.comparison).toMatchObject({ classification: 'same_hash', status: 'allowed' });
  expect(again.governance).toMatchObject({ status: 'active', tags: ['quick'] });
  expect(again.governance).toMatchObject({ created_reason: 'a first try', deprecated_reason: null });
  const repeated = await publish(project_id, again.governance);
  expect(repeated.result).toMatchObject({ fresh: false, board: { idempotent: true } });
  expect(storedEvents(protocol_id)).toEqual(publishedOnce);

  // The author's previous hooks are replaced by those of the folder, and saved next to them.
  const text = await readFile(join(folder, 'hooks.js'), 'utf8');
  const { hash } = await author.bridge.protocols.hooks({ protocol: protocol_id });
  await author.bridge.protocols.set_hooks({ protocol: protocol_id, text: `${text}// mine`, based_on: hash });
  await author.bridge.publishing.prepare({ project_id });
  await publish(project_id, again.governance);
  expect((await author.bridge.protocols.hooks({ protocol: protocol_id })).text).toBe(text);
});

test('the reason for deprecating is published, read again, and removed with the status', async () => {
  const { project_id } = await project();
  const { governance, protocol_id } = await author.bridge.publishing.prepare({ project_id });
  const reasons = { created_reason: null, deprecated_reason: 'Too long.' };
  for (const change of [
    { status: 'deprecated' as const, ...reasons },
    { status: 'active' as const, tags: ['quick'] },
  ]) {
    await author.bridge.publishing.prepare({ project_id });
    expect(await publish(project_id, { ...governance, deprecated_reason: null, ...change })).toMatchObject({
      problem: null,
    });
    expect((await author.bridge.publishing.prepare({ project_id })).governance).toMatchObject(change);
  }
  const page = await author.bridge.protocols.get({ protocol: protocol_id! });
  expect(page.community?.governance.deprecated_reason).toBeNull();
});

test('only what the author agreed to is published, whoever calls', async () => {
  const { project_id, folder } = await project();
  const shown = await author.bridge.publishing.prepare({ project_id });
  const call = (consent: PublishConsent) =>
    author.bridge.publishing.publish({ project_id, governance: shown.governance, consent });
  const outdated = { code: 'consent_outdated' };
  const agreed = consentTo(shown);
  await expect(call({ ...agreed, files_hash: '0'.repeat(64) })).rejects.toMatchObject(outdated);
  await expect(call({ ...agreed, trial: 'nothing_found' })).rejects.toMatchObject(outdated);
  await expect(call({ ...agreed, trial: null })).rejects.toMatchObject(outdated);
  // Each file counts, as it is on disk and as it was read again.
  for (const path of ['ui/index.html', 'hooks.js']) {
    const saved = latest.get(project_id)!;
    await writeFile(join(folder, path), `${await readFile(join(folder, path), 'utf8')}\n`);
    await expect(call(consentTo(saved)), path).rejects.toMatchObject(outdated);
    await author.bridge.publishing.prepare({ project_id });
    await expect(call(agreed), path).rejects.toMatchObject(outdated);
  }
  expect(storedEvents(shown.protocol_id!)).toEqual([]);
  expect(await publish(project_id, shown.governance)).toMatchObject({ state: 'published' });
});

/** The requests of a publication, in order: the failing step, the request, its occurrences, and whether the board is large. */
const requests: [step: string, request: RegExp, occurrences: number[], large: boolean][] = [
  ['compare', /^GET \/api\/v1\/protocols\?/, [1, 2], false],
  ['register', /^POST \/api\/v1\/protocols$/, [1], false],
  ['governance', /^GET .*\/governance$/, [1], false],
  ['governance', /^POST .*\/governance$/, [1], false],
  ['files', /^POST .*\/ui-batch$/, [1], false],
  ['files', /^POST .*\/ui-batch$/, [1], true],
  ['files', /^POST .*\/ui$/, [3, 4], true],
  ['files', /^POST .*\/ui-finalize$/, [1], true],
  ['verify', /^GET .*\/protocols\/[0-9a-f]{64}$/, [1], false],
  ['verify', /^GET .*\/bundle$/, [1], false],
  ['hooks', /^GET .*\/governance$/, [2], false],
];
/** Each step once, and the later requests of a large board, of which a short run has every second; requests and responses are lost in turn. */
const failures = requests
  .filter(([step, request, , large], index) => {
    const earlier = requests.slice(0, index).some((each) => each[0] === step);
    return isLongRun || !earlier || (large && !/batch/.test(request.source));
  })
  .flatMap(([step, request, occurrences, large]) =>
    occurrences.slice(0, isLongRun ? undefined : 1).map((occurrence) => ({ step, request, occurrence, large })),
  )
  .flatMap((point, index) =>
    (['request', 'response'] as const)
      .filter((_, at) => isLongRun || at === index % 2)
      .map((lost) => ({ ...point, lost })),
  );

describe('continues after a failure', () => {
  test.each(sampled(failures, 2))(
    'at $step, $lost $occurrence of $request',
    async ({ step, request, occurrence, large, lost }) => {
      const { project_id } = await project({ large });
      const fail = onlyOccurrence(request, occurrence);
      if (lost === 'request') proxy.unreachable(fail);
      else proxy.dropResponses(fail);
      let view = await author.bridge.publishing.prepare({ project_id });
      if (view.state === 'review') view = await publish(project_id, { ...view.governance, ...reviewed });
      expect(view).toMatchObject({ state: 'stopped', problem: { code: 'community_unreachable' } });
      expect(stateOf(view, step)).toBe('failed');
      // The first case simulates a restart: only the community knows what was done. Otherwise it continues where it stopped.
      const restarted = step === 'compare' || occurrence % 2 === 1;
      if (restarted) view = await author.bridge.publishing.prepare({ project_id });
      const done = await publish(project_id, { ...view.governance, ...reviewed });
      expect(done).toMatchObject({
        state: 'published',
        problem: null,
        governance: { status: 'active', tags: ['quick'] },
        result: { hooks: 'stored', board: { files: large ? 4 : 3 } },
      });
      expect(storedEvents(done.protocol_id!)).toEqual(publishedOnce);
      expect(done.files.every(({ state }) => state === 'sent')).toBe(true);
    },
  );

  test('on this computer, in the check and when storing hooks', async () => {
    const { project_id, folder } = await project();
    await rm(join(folder, 'spec.json'));
    const broken = await author.bridge.publishing.prepare({ project_id });
    expect(broken).toMatchObject({ state: 'stopped', problem: { code: 'not_found' } });
    expect(stateOf(broken, 'check')).toBe('failed');
    await cp(join(templates, 'turns/spec.json'), join(folder, 'spec.json'));
    await changeSpec(folder, { name: 'Mended', family: 'mended', rules: { number: 'mended' } });
    const view = await author.bridge.publishing.prepare({ project_id });
    // A file in place of the protocol's folder.
    const kept = join(author.dataDir, 'protocols', view.protocol_id!);
    await mkdir(join(author.dataDir, 'protocols'), { recursive: true });
    await writeFile(kept, '');
    const stopped = await publish(project_id, view.governance);
    expect(stopped.state).toBe('stopped');
    expect(stateOf(stopped, 'hooks')).toBe('failed');
    await rm(kept);
    const done = await publish(project_id, view.governance);
    expect(done).toMatchObject({ state: 'published', result: { hooks: 'stored' } });
  });
});

test('reports all problems at once, with their files, and sends nothing', async () => {
  const { project_id, folder } = await project();
  await changeSpec(folder, { name: 'Broken', messages: [] });
  await writeFile(join(folder, 'ui/run.exe'), '');
  const view = await author.bridge.publishing.prepare({ project_id });
  expect(view).toMatchObject({ state: 'stopped', problem: { code: 'invalid_spec' } });
  const errors = view.problem!.detail!.errors as { file: string }[];
  expect(errors.map(({ file }) => file)).toEqual(expect.arrayContaining(['spec.json', 'ui/run.exe']));
  expect(view.problem!.message).toMatch(/spec\.json.*ui\/run\.exe/);
});

test('compares a draft with protocols that only the community has; a blocked draft can be published anyway', async () => {
  const stranger = await createPerson(service.url, 'stranger');
  try {
    const theirs = join(dir, 'theirs');
    await mkdir(theirs);
    await cp(join(templates, 'turns/spec.json'), join(theirs, 'spec.json'));
    const option = { type: 'integer', min: 1, max: 20, default: 5 };
    await changeSpec(theirs, { name: 'Coins', family: 'coins', parameters: { coins: option }, rules: {} });
    const spec_path = join(theirs, 'spec.json');
    await stranger.bridge.publishing.run({ publication_id: 'theirs', spec_path, ui_dir: null, governance: {} });

    const { project_id, folder } = await project();
    const setOption = (coins: object) =>
      changeSpec(folder, { name: 'Coins', family: 'coins', parameters: { coins }, rules: {} });
    await setOption({ ...option, max: 30 });
    const wider = await author.bridge.publishing.prepare({ project_id });
    const [nearest] = wider.comparison!.nearest;
    expect(wider.comparison).toMatchObject({ status: 'allowed', classification: 'compatible_extension' });
    expect(wider.governance).toMatchObject({ family: 'game:coins', parent_protocol_id: nearest!.protocol_id });

    await setOption({ ...option, max: 10 });
    const narrower = await author.bridge.publishing.prepare({ project_id });
    expect(narrower).toMatchObject({
      state: 'review',
      comparison: { status: 'blocked', classification: 'options_only' },
    });
    const refused = await publish(project_id, narrower.governance);
    expect(refused).toMatchObject({ state: 'stopped', problem: { code: 'preflight_blocked' } });
    expect(stateOf(refused, 'compare')).toBe('failed');
    expect(storedEvents(refused.protocol_id!)).toEqual([]);
    expect(await publish(project_id, narrower.governance, true)).toMatchObject({ state: 'published' });
  } finally {
    await stranger.leave();
  }
});

test('a publication that was cancelled continues where it stopped', async () => {
  const { project_id } = await project({ large: true });
  const view = await author.bridge.publishing.prepare({ project_id });
  const unsubscribe = author.bridge.publishing.on('changed', ({ files }) => {
    const sent = files.filter(({ state }) => state === 'sent').length;
    if (sent === 2) void author.bridge.publishing.cancel({ publication_id: project_id });
  });
  const stopped = await publish(project_id, { ...view.governance, ...reviewed });
  unsubscribe();
  expect(stopped).toMatchObject({ state: 'stopped', problem: { code: 'cancelled' } });
  expect(stateOf(stopped, 'files')).toBe('failed');
  const done = await publish(project_id, { ...view.governance, ...reviewed });
  expect(done.state).toBe('published');
  expect(storedEvents(done.protocol_id!)).toEqual(publishedOnce);
});

test('detects a community that returns files other than those sent', async () => {
  const { project_id } = await project();
  const view = await author.bridge.publishing.prepare({ project_id });
  proxy.tamper((path, body) => (path.endsWith('/bundle') ? { ...body, ui_manifest_hash: null } : body));
  const stopped = await publish(project_id, view.governance);
  proxy.tamper(null);
  expect(stopped).toMatchObject({ state: 'stopped', problem: { code: 'bundle_invalid' } });
  expect(stateOf(stopped, 'verify')).toBe('failed');
  expect(await publish(project_id, view.governance)).toMatchObject({ state: 'published' });
});

test('words stay whole at the author, and names go with the board to those who accept it', async () => {
  const { project_id, folder } = await project();
  const words = {
    en: { name: 'Numbers', fields: { max: 'Highest number' }, texts: { 'Guess the number': 'Which number?' } },
  };
  await writeFile(join(folder, 'words.json'), JSON.stringify(words));
  const prepared = await author.bridge.publishing.prepare({ project_id });
  const { result } = await publish(project_id, prepared.governance);
  const protocol_id = result!.protocol_id;
  expect(result?.board).toMatchObject({ files: 4 });
  const labelsAt = async ({ bridge }: TestPerson) =>
    (await bridge.protocols.labels({ language: 'en' })).labels[protocol_id];
  expect(await labelsAt(author)).toEqual(words.en);

  const reader = await createPerson(service.url, 'reader');
  try {
    await reader.bridge.protocols.fetch({ protocol: protocol_id });
    expect(await labelsAt(reader)).toBeUndefined();
    await reader.bridge.protocols.fetch({ protocol: protocol_id, accept_ui: true });
    expect(await labelsAt(reader)).toEqual({ sent: true, fields: { max: 'Highest number (max)' } });
  } finally {
    await reader.leave();
  }
});
