/** The core without a window: first run, the house players, a game by hand, the rating, and a restart. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState, Table } from '../../shared/bridge/contract.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openToOthers } from '../files/testing/permissions.ts';
import { type Core, createCore } from './core.ts';

let dataDir: string;
let core: Core;
const caller = { surface: 'desktop' } as const;

async function start(): Promise<void> {
  core = await createCore({ dataDir, server: null, shell: 'desktop', keychain: null });
  await core.start();
}

/** Resolves with the first value that satisfies `predicate`, checked now and after every event. */
async function until<T>(read: () => T | Promise<T>, predicate: (value: T) => boolean): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const check = () => Promise.resolve(read()).then((value) => void (predicate(value) && resolve(value)), reject);
  const off = core.onEvent(() => void check());
  void check();
  return promise.finally(off);
}

const state = () => core.handlers.app.state({}, caller) as Promise<AppState>;
const lobby = () => core.handlers.lobby.list({}, caller);
const inbox = () => core.handlers.inbox.list({}, caller);
const tableOf = async (table_id: string): Promise<Table> => {
  const { tables } = await core.handlers.tables.list({}, caller);
  return (tables as Table[]).find((table) => table.table_id === table_id)!;
};

/** Answers each question as it opens; `choose` returns the index of a choice. */
async function playByHand(table_id: string, choose: (count: number) => number): Promise<Table> {
  let answeredKey = '';
  return until(
    async () => {
      const table = await tableOf(table_id);
      if (table.ask && table.ask.key !== answeredKey) {
        answeredKey = table.ask.key;
        const { key, choices } = table.ask;
        void core.handlers.tables.answer({ table_id, key, answer: choices[choose(choices.length)]!.value }, caller);
      }
      return table;
    },
    ({ phase, result }) =>
      phase === 'failed' || (phase === 'finished' && !['queued', 'pending'].includes(result?.state ?? '')),
  );
}

beforeEach(async () => {
  dataDir = temporaryFolder();
  vi.stubEnv('PARLOR_SERVICE_DIFFICULTY', '1');
  // No test of a short run plays with the house.
  if (!isLongRun) await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ house_on: false }), { mode: 0o600 });
});
afterEach(async () => {
  await core.dispose();
  vi.unstubAllEnvs();
});

it('names the community on this computer after its owner, also under a new name', async () => {
  await start();
  await core.handlers.identity.create({ nickname: 'copperfinch', bio: '', passphrase: null }, caller);
  const named = (name: string) =>
    until(state, ({ identity, community }) => identity?.nickname === name && community.owner === name);
  await named('copperfinch');
  await until(state, ({ phase }) => phase === 'ready');
  await core.handlers.identity.register({ nickname: 'goldfinch', bio: '' }, caller);
  expect((await named('goldfinch')).community.name).toContain('goldfinch');
  expect((await readdir(dataDir)).length).toBeGreaterThan(5);
  expect(await openToOthers(dataDir)).toEqual([]);
});

// Short runs have the same in whole-app.test.ts and, in the window, in e2e/first-hour.e2e.ts and e2e/persistence.e2e.ts.
describe('the first run, offline', () => {
  it.runIf(isLongRun)('leads from creating a key to a settled game, which survives a restart', async () => {
    await start();
    expect((await state()).phase).toBe('first_run');
    await core.handlers.identity.create({ nickname: 'copperfinch', bio: '', passphrase: null }, caller);
    await until(state, ({ phase }) => phase === 'ready');

    // A welcome from a house player with a link to its table.
    const { messages } = await until(inbox, (value) => value.messages.length > 0);
    expect(messages).toMatchObject([{ relation: 'known', signature: 'valid', writer: { house: true }, read_at: null }]);
    expect((await core.handlers.lobby.inspect({ post_id: messages[0]!.table! }, caller)).host.house).toBe(true);

    const { entries } = await until(lobby, (value) =>
      value.entries.some((entry) => entry.protocol_name === 'Rock Paper Scissors' && entry.gain),
    );
    const entry = entries.find((each) => each.protocol_name === 'Rock Paper Scissors' && each.gain)!;
    expect(entry.host.house).toBe(true);
    await until(lobby, (value) => value.entries.filter(({ host }) => host.house).length >= 5);
    expect(entry.gain).toEqual({ win: 16, draw: 8, loss: 4 });
    const offer = await core.handlers.lobby.inspect({ post_id: entry.post_id }, caller);
    expect(offer.checks.map((check) => `${check.id} ${check.state}`)).toEqual([
      'rules checked',
      'ticket checked',
      'board checked',
      'peer to_come',
      'session to_come',
    ]);

    const { table_id } = await core.handlers.tables.join({ post_id: entry.post_id, control_mode: 'human' }, caller);
    const ended = await playByHand(table_id, (count) => Math.floor(Math.random() * count));
    expect(ended.problem).toBeNull();
    expect(ended.phase).toBe('finished');
    expect(ended.result?.state).toBe('settled');
    expect(ended.checks.every((check) => check.state === 'checked')).toBe(true);
    expect(ended.sealed_rounds.length).toBeGreaterThanOrEqual(2);
    const { before, after, delta } = ended.result!.rating!.mine;
    expect([before, after - before]).toEqual([1200, delta]);
    expect(delta).toBe({ won: 16, drawn: 8, lost: 4, none: -1 }[ended.result!.outcome]);
    const rated = await until(state, ({ me }) => me?.rating === after);
    expect(rated.words_due).toBe(true);
    expect((await readdir(dataDir)).length).toBeGreaterThan(5);
    expect(await openToOthers(dataDir)).toEqual([]);

    await core.dispose();
    await start();
    const again = await until(state, ({ phase, me }) => phase === 'ready' && me?.rating === after);
    expect(again.identity?.nickname).toBe('copperfinch');
    const kept = await tableOf(table_id);
    expect(kept.result).toEqual(ended.result);
    expect(kept.moves).toEqual(ended.moves);
    await until(lobby, (value) => value.entries.filter(({ host }) => host.house).length >= 5);
  });
});

describe('an embedded community that fails to start', () => {
  it('is reported with a code, leaves the window usable, and starts once the cause is removed', async () => {
    // A file in place of the database folder has the same effect as a full or broken disk, and can be removed.
    await writeFile(join(dataDir, 'community'), 'in the way');
    await start();
    await core.handlers.identity.create({ nickname: 'copperfinch', bio: '', passphrase: null }, caller);
    const stuck = await until(state, ({ community }) => community.status === 'offline');
    expect(stuck.phase).toBe('registering');
    expect(stuck.community.problem?.code).toBe('service_failed');
    expect(stuck.community.problem?.message).not.toMatch(/at |node:/);
    await rm(join(dataDir, 'community'));
    await core.handlers.app.retry({}, caller);
    await until(state, ({ phase }) => phase === 'ready');
  });
});
