/** The protocols group with a real community: one person publishes; another searches, fetches and writes hooks. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPerson, type TestPerson } from './testing/person.ts';

const action = (name: string) => ({ type: 'enum', values: [name], required: true });
/** The guest sends a number, the host sends a higher one. */
const higher = {
  name: 'Higher',
  description: 'Name a number; the host names a higher one.',
  type: 'game',
  family: 'higher',
  tags: ['quick'],
  flow: { mode: 'request_response' },
  messages: [
    { name: 'join', direction: 'guest_to_host', fields: { action: action('join') } },
    { name: 'ready', direction: 'host_to_guest', fields: { action: action('ready') } },
    {
      name: 'number',
      direction: 'guest_to_host',
      fields: { action: action('number'), value: { type: 'integer', min: 1, max: 9 } },
    },
    {
      name: 'higher',
      direction: 'host_to_guest',
      fields: { action: action('higher'), value: { type: 'integer', min: 1, max: 10 } },
    },
  ],
  rules: { margin: 1.0 },
};
// The id differs between 1.0 and 1, so the text must be published as it is.
const text = (spec: object) => JSON.stringify(spec).replace('"margin":1', '"margin":1.0');
const hooks = `
const choices = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => ({ value, label: String(value) }));
export const first_action = (state) => ({ state, ask: { key: 'number', prompt: 'Name a number', choices } });
export const decide = () => 3;
export const act = (state, _key, value) => ({ state: { value }, send: { action: 'number', value } });
export const handle = (state, { action, value }) => action === 'number'
  ? { state, send: { action: 'higher', value: value + 1 }, end: { completed: true } }
  : { state, end: { completed: value === state.value + 1 } };
`;

const dir = temporaryFolder();
let service: Service;
let author: TestPerson;
let reader: TestPerson;
let protocol: string;

async function draft(name: string, content: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, content);
  return path;
}

beforeAll(async () => {
  service = await startServiceInProcess(join(dir, 'community'));
  author = await createPerson(service.url, 'author');
  reader = await createPerson(service.url, 'reader');
  await mkdir(join(dir, 'ui'));
  await draft('ui/index.html', '<!doctype html><title>Higher</title>');
});
afterAll(async () => {
  await author.leave();
  await reader.leave();
  await service.dispose();
});

describe('an author', () => {
  test('publishes spec and board byte for byte, and can repeat that safely', async () => {
    const spec_path = await draft('spec.json', text(higher));
    const ui_dir = join(dir, 'ui');
    const first = await author.bridge.protocols.register({ spec_path, ui_dir });
    expect(first).toMatchObject({ fresh: true, board: { files: 1, idempotent: false }, protocol: { source: 'own' } });
    protocol = first.protocol.protocol_id;
    // As after a lost response.
    const again = await author.bridge.protocols.register({ spec_path, ui_dir });
    expect(again).toMatchObject({ fresh: false, board: { idempotent: true } });
    expect(again.board!.manifest_hash).toBe(first.board!.manifest_hash);
  });

  test('cannot register an invalid spec, an invalid board or a duplicate; nothing is sent', async () => {
    const broken = await draft('broken.json', text({ ...higher, messages: [] }));
    await expect(author.bridge.protocols.register({ spec_path: broken })).rejects.toMatchObject({
      code: 'invalid_spec',
      message: expect.stringContaining('/messages expected a non-empty array'),
    });
    const binary = join(dir, 'binary.json');
    await writeFile(binary, Uint8Array.of(0x7b, 0xff, 0x7d));
    await expect(author.bridge.protocols.register({ spec_path: binary })).rejects.toMatchObject({
      code: 'malformed_json',
    });
    const spec_path = await draft('fresh.json', text({ ...higher, rules: { margin: 1, fresh: true } }));
    await mkdir(join(dir, 'bad-ui'));
    await draft('bad-ui/run.exe', '');
    await expect(author.bridge.protocols.register({ spec_path, ui_dir: join(dir, 'bad-ui') })).rejects.toMatchObject({
      code: 'bundle_invalid',
    });
    const renamed = await draft('renamed.json', text({ ...higher, description: 'Other words.' }));
    await expect(author.bridge.protocols.register({ spec_path: renamed })).rejects.toMatchObject({
      code: 'preflight_blocked',
      detail: { classification: 'metadata_only', existing_protocol_id: protocol },
    });
    const { results } = await author.bridge.protocols.search({ query: 'Higher' });
    expect(results.map(({ protocol_id }) => protocol_id)).toEqual([protocol]);
  });

  test('is the only one who can govern the protocol', async () => {
    const change = { protocol, family: 'game:higher', status: 'active' as const, tags: ['quick', 'numbers'] };
    await expect(reader.bridge.protocols.govern(change)).rejects.toMatchObject({ code: 'not_owner' });
    const governed = await author.bridge.protocols.govern(change);
    expect(governed.governance).toMatchObject({ family: 'game:higher', status: 'active', tags: ['quick', 'numbers'] });
  });

  test('can compare a draft with existing protocols and publish it as a descendant', async () => {
    const extended = {
      ...higher,
      messages: [...higher.messages, { name: 'bye', direction: 'both', fields: { action: action('bye') } }],
    };
    const spec_path = await draft('extended.json', text(extended));
    expect(await author.bridge.protocols.preflight({ spec_path })).toMatchObject({
      status: 'blocked',
      classification: 'compatible_extension',
      required_metadata: { family: 'higher', parent_protocol_id: protocol },
    });
    const request = { spec_path, reason: 'a polite end', family: 'game:higher' };
    expect(await author.bridge.protocols.preflight(request)).toMatchObject({ status: 'allowed' });
    const { protocol: child } = await author.bridge.protocols.register({ spec_path });
    const diff = await author.bridge.protocols.diff({ before: protocol, after: child.protocol_id });
    expect(diff.messages).toMatchObject([{ name: 'bye', change: 'added' }]);
    expect(diff.rules).toEqual([]);

    const governance = { family: 'game:higher', status: 'experimental' as const };
    await author.bridge.protocols.govern({ protocol: child.protocol_id, ...governance, parent_protocol_id: protocol });
    const lineage = await author.bridge.protocols.lineage({ protocol: child.protocol_id });
    expect(lineage).toMatchObject({ family: 'game:higher', whole: true, community_problem: null });
    expect(lineage.relatives).toHaveLength(2);
    expect(lineage.relatives).toContainEqual(
      expect.objectContaining({ protocol_id: child.protocol_id, parent_protocol_id: protocol, here: true }),
    );
    const { usage } = await author.bridge.protocols.usage({ protocol_ids: [protocol, 'ab'.repeat(32)] });
    expect(usage).toMatchObject([{ protocol_id: protocol, session_count: 0 }]);
  });
});

test('a bundled protocol stays active when somebody plays it at a community for the first time', async () => {
  const statusOf = async () => (await reader.bridge.protocols.get({ protocol: 'connect-four' })).governance.status;
  expect(await statusOf()).toBe('active');
  const { post_id } = await author.bridge.tables.host({ protocol: 'connect-four', control_mode: 'human' });
  await author.bridge.tables.withdraw({ post_id });
  const { community } = await reader.bridge.protocols.get({ protocol: 'connect-four' });
  expect(community).toMatchObject({ governance: { status: 'experimental' } });
  expect(await statusOf()).toBe('active');
});

describe('another user', () => {
  test('finds the protocol in paged results and can inspect it without storing it', async () => {
    const page = await reader.bridge.protocols.search({ limit: 1 });
    expect(page.results).toHaveLength(1);
    const next = await reader.bridge.protocols.search({ limit: 1, cursor: page.next_cursor! });
    expect(next.results[0]!.protocol_id).not.toBe(page.results[0]!.protocol_id);
    const found = await reader.bridge.protocols.search({ query: 'numbers HIGHER', family: 'game:higher' });
    expect(found.results).toMatchObject([{ protocol_id: protocol, here: false, governance: { status: 'active' } }]);

    const shown = await reader.bridge.protocols.get({ protocol });
    expect(shown).toMatchObject({ source: 'community', hooks: 'missing', board: null, spec_text: text(higher) });
    expect(shown.community).toMatchObject({
      governance: { family: 'game:higher', author_public_key: author.public_key, updated_at: expect.any(Number) },
      stats: { post_count: 0, session_count: 0, avg_rating: null },
      similar: { total: 0, results: [] },
    });
    expect(shown.by_hand_refusal).toEqual({ host: null, guest: null });
    const { board } = await reader.bridge.protocols.published_board({ protocol });
    expect(board).toMatchObject({ author: author.public_key, files: [{ path: 'index.html' }] });
    const { protocols } = await reader.bridge.protocols.list({});
    expect(protocols.some(({ protocol_id }) => protocol_id === protocol)).toBe(false);
    expect(await readdir(join(reader.dataDir, 'protocols')).catch(() => [])).toEqual([]);
  });

  test('fetches the protocol; the board only with consent', async () => {
    const counts: number[] = [];
    const unsubscribe = reader.bridge.protocols.on('changed', async () => {
      counts.push((await reader.bridge.protocols.list({})).protocols.length);
    });
    const fetched = await reader.bridge.protocols.fetch({ protocol });
    expect(fetched).toMatchObject({
      source: 'cached',
      board: null,
      hooks: 'missing',
      governance: { family: 'game:higher' },
    });
    await expect(
      reader.bridge.protocols.fetch({ protocol, accept_ui: true, manifest_hash: 'ab'.repeat(32) }),
    ).rejects.toMatchObject({ code: 'bundle_invalid' });
    const withBoard = await reader.bridge.protocols.fetch({ protocol, accept_ui: true });
    expect(withBoard.board).toMatchObject({ source: 'platform', author: author.public_key });
    unsubscribe();
    const { protocols } = await reader.bridge.protocols.list({});
    expect(counts).toEqual([protocols.length, protocols.length]);
    const { path } = await reader.bridge.protocols.path({ protocol });
    expect((await readdir(path)).sort()).toEqual(['spec.json', 'ui', 'ui.json']);
    await expect(reader.bridge.protocols.fetch({ protocol: 'ab'.repeat(32) })).rejects.toMatchObject({
      code: 'protocol_missing',
    });
  });

  test('writes hooks, and concurrent changes are not lost', async () => {
    const before = await reader.bridge.protocols.hooks({ protocol });
    expect(before).toMatchObject({ origin: null, state: 'missing', hash: null, editable: true });
    const skeleton = await reader.bridge.protocols.set_hooks({ protocol, text: before.text, based_on: null });
    expect(skeleton.state).toBe('unfinished');
    expect(skeleton.open_methods).toContain('first_action');
    await expect(reader.bridge.protocols.self_test({ protocol })).rejects.toMatchObject({ code: 'hooks_unfinished' });
    const broken = await reader.bridge.protocols.set_hooks({
      protocol,
      text: 'export const (',
      based_on: skeleton.hash,
    });
    expect(broken.problem).toMatchObject({ code: 'hook_failed', detail: { line: 1 } });
    await expect(
      reader.bridge.protocols.set_hooks({ protocol, text: hooks, based_on: skeleton.hash }),
    ).rejects.toMatchObject({ code: 'hooks_changed', detail: { hash: broken.hash } });
    const finished = await reader.bridge.protocols.set_hooks({ protocol, text: hooks, based_on: broken.hash });
    expect(finished).toMatchObject({ origin: 'own', state: 'finished', problem: null });
    // Of two concurrent writes, one is rejected.
    const writes = ['// a', '// b'].map((note) =>
      reader.bridge.protocols.set_hooks({ protocol, text: hooks + note, based_on: finished.hash }).then(
        ({ hash }) => hash,
        (error: { code: string }) => error.code,
      ),
    );
    const [won, lost] = await Promise.all(writes);
    expect(lost).toBe('hooks_changed');
    await reader.bridge.protocols.set_hooks({ protocol, text: hooks, based_on: won! });
    // Repeating the same change, as after a lost response, succeeds.
    expect(await reader.bridge.protocols.set_hooks({ protocol, text: hooks, based_on: broken.hash })).toEqual(finished);
  });

  test('runs the hooks against themselves and against a hostile peer', async () => {
    const fair = await reader.bridge.protocols.self_test({ protocol });
    expect(fair).toMatchObject({ ok: true, stopped: null, attacks: [] });
    expect(fair.frames.map(({ frame }) => frame.action)).toEqual(['join', 'ready', 'number', 'higher']);
    const hostile = await reader.bridge.protocols.self_test({ protocol, adversarial: true });
    expect(hostile.attacks.length).toBeGreaterThan(5);
    expect(hostile.attacks.filter(({ refused }) => !refused)).toEqual([]);
  });

  test('can check and run unsaved hooks; errors contain the line number', async () => {
    const { hash } = await reader.bridge.protocols.hooks({ protocol });
    const text = '\n\nexport const metadata = () => missing;';
    const checked = await reader.bridge.protocols.check_hooks({ protocol, text: `${text}\nlet a; let a;` });
    expect(checked).toMatchObject({ state: 'finished', problem: { code: 'hook_failed', detail: { line: 4 } } });
    await expect(reader.bridge.protocols.self_test({ protocol, text })).rejects.toMatchObject({
      code: 'hook_failed',
      detail: { line: 3 },
    });
    const { skeleton } = await reader.bridge.protocols.hooks({ protocol });
    await expect(reader.bridge.protocols.self_test({ protocol, text: skeleton })).rejects.toMatchObject({
      code: 'hooks_unfinished',
    });
    const randomHooks = hooks.replace('() => 3', '() => 1 + Math.floor(Math.random() * 9)');
    const valueWithSeed = async (seed: string) =>
      (await reader.bridge.protocols.self_test({ protocol, text: randomHooks, seed })).frames[2]?.frame.value;
    const values = await Promise.all(['1', '2', '3'].map(valueWithSeed));
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(await valueWithSeed('2')).toBe(values[1]);
    expect((await reader.bridge.protocols.hooks({ protocol })).hash).toBe(hash);
  });

  test('cannot change bundled hooks', async () => {
    const { protocols } = await reader.bridge.protocols.list({});
    const bundled = protocols.find(({ source }) => source === 'bundled')!;
    expect(bundled).toMatchObject({ hooks: 'finished', governance: { status: 'active' } });
    const { hash, editable } = await reader.bridge.protocols.hooks({ protocol: bundled.protocol_id });
    expect(editable).toBe(false);
    await expect(
      reader.bridge.protocols.set_hooks({ protocol: bundled.protocol_id, text: hooks, based_on: hash }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('governance changes and new protocols are announced immediately', async () => {
  const observer = await createPerson(service.url, 'observer', 'web');
  try {
    await observer.bridge.protocols.fetch({ protocol });
    const tagsSeen: (string[] | null)[] = [];
    observer.bridge.protocols.on('changed', async () => {
      const { protocols } = await observer.bridge.protocols.list({});
      tagsSeen.push(protocols.find(({ protocol_id }) => protocol_id === protocol)?.governance.tags ?? null);
    });
    await author.bridge.protocols.govern({ protocol, family: 'game:higher', status: 'active', tags: ['new'] });
    await expect.poll(() => tagsSeen.at(-1)).toEqual(['new']);
    const before = tagsSeen.length;
    const fresh = { ...higher, name: 'Highest', rules: { margin: 1, other: 'news' } };
    await author.bridge.protocols.register({
      spec_path: await draft('news.json', text(fresh)),
      skip_preflight: true,
    });
    await expect.poll(() => tagsSeen.length).toBeGreaterThan(before);
  } finally {
    await observer.leave();
  }
});

test('while the community is unreachable, local data is still served', async () => {
  await service.dispose();
  const page = await reader.bridge.protocols.get({ protocol });
  expect(page).toMatchObject({ spec_text: text(higher), community: null, governance: { family: 'game:higher' } });
  expect(page.community_problem).toMatchObject({ code: 'community_unreachable' });
  expect(await reader.bridge.protocols.lineage({ protocol })).toMatchObject({
    relatives: [{ protocol_id: protocol, here: true }],
    community_problem: { code: 'community_unreachable' },
  });
  expect(await reader.bridge.protocols.fetch({ protocol })).toMatchObject({ board: { source: 'platform' } });
  await expect(reader.bridge.protocols.search({})).rejects.toMatchObject({ code: 'community_unreachable' });
});
