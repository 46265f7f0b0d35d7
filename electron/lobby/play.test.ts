/** Play in main: the seats are those of a list, and joining ends as each test says. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { LobbyEntry, PlayState, PlayWish, Table } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { newTableSnapshot } from '../tables/live-table.ts';
import { createPlay, type Play } from './play.ts';

const game = '4'.repeat(64);
const wish: PlayWish = { scope: 'known', protocol_id: game, strength: 'steady', only_house: false };
const post = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const entryOf = (digit: number, more: Partial<LobbyEntry> = {}) =>
  ({
    ...{ post_id: post(digit), own: false, for_me: false, refusal: null, house: null, known: true, tags: [] },
    ...{ protocol_id: game, family: 'game:connect-four', host_control_mode: 'human', created_at: digit, gain: null },
    host: {
      public_key: String(digit).repeat(64),
      nickname: `host ${digit}`,
      agent_id: digit,
      rating: null,
      house: false,
    },
    ...more,
  }) as LobbyEntry;
const problemOf = (code: Problem['code']): Problem => ({ code, message: '' });

let entries: LobbyEntry[];
let goneIds: Set<string>;
/** Holds back the answer to whether a seat is open. */
let whenAsked: Promise<void>;
let deprecated: Set<string>;
let joined: string[];
let stopped: string[];
let states: (PlayState | null)[];
let play: Play;

beforeEach(() => {
  [entries, goneIds, joined, stopped, states] = [[entryOf(1), entryOf(2)], new Set(), [], [], []];
  whenAsked = Promise.resolve();
  deprecated = new Set();
  play = createPlay({
    tables: {
      async stopJoining(table_id) {
        stopped.push(table_id);
      },
    },
    entries: () => entries,
    rating: () => 1200,
    deprecatedAmong: async (ids) => new Set(ids.filter((id) => deprecated.has(id))),
    async requireOpen(post_id) {
      await whenAsked;
      if (goneIds.has(post_id)) throw new ParlorError('invitation_gone', 'Gone.');
    },
    async join({ post_id }) {
      joined.push(post_id);
      return `table ${joined.length}`;
    },
    onChange: (state) => states.push(state),
  });
});

function tableOf(table_id: string, more: Partial<Table> = {}): Table {
  const me = { public_key: 'a'.repeat(64), nickname: 'me', agent_id: 1, rating: 1200, house: false };
  const fields = { table_id, post_id: post(1), role: 'guest', control_mode: 'human', me, settings: {}, order: 1 };
  const snapshot = newTableSnapshot({ ...fields, client: null, rematch_of: null } as Parameters<
    typeof newTableSnapshot
  >[0]);
  return { ...snapshot, ...more };
}
const failed = (table_id: string, code: Problem['code']) =>
  tableOf(table_id, {
    phase: 'failed',
    problem: problemOf(code),
    steps: [{ id: 'connect', state: 'failed', started_at: 0, deadline_at: null }],
  });
const begun = (table_id: string, more: Partial<Table> = {}) => tableOf(table_id, { phase: 'playing', ...more });
const move = { number: 1, by: 'guest', text: '', at: 0, origin: null, automatic: false, reason: null } as const;

/** The rest of the search after an event that nobody waits for. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('one search', () => {
  it('joins the best table, and says which one it is', async () => {
    expect(await play.start(wish)).toEqual({ table_id: 'table 1', post_id: null });
    expect(joined).toEqual([post(1)]);
    expect(play.state).toEqual({ table_id: 'table 1', missed: [] });
  });

  it('joins the table of a deprecated protocol last', async () => {
    const old = 'd'.repeat(64);
    entries = [entryOf(1, { protocol_id: old, bundled: null }), entryOf(2)];
    deprecated.add(old);
    await play.start(wish);
    expect(joined).toEqual([post(2)]);
  });

  it('starts one game for presses in two windows, while looking and while joining', async () => {
    const [first, second] = await Promise.all([play.start(wish), play.start(wish)]);
    expect(second).toEqual(first);
    expect(await play.start(wish)).toEqual(first);
    expect(joined).toEqual([post(1)]);
  });

  it('leads to the game that has begun until the user has moved there', async () => {
    await play.start(wish);
    play.onTable(begun('table 1', { moves: [{ ...move, by: 'host' }] }));
    expect(await play.start(wish)).toEqual({ table_id: 'table 1', post_id: null });
    play.onTable(begun('table 1', { moves: [move] }));
    expect(play.state).toBeNull();
    expect(await play.start(wish)).toEqual({ table_id: 'table 2', post_id: null });
  });

  it.each(['finished', 'failed'] as const)('is over when its game has %s', async (phase) => {
    await play.start(wish);
    play.onTable(tableOf('table 1', { phase }));
    expect(play.state).toBeNull();
  });

  it('ignores other tables', async () => {
    await play.start(wish);
    play.onTable(failed('another', 'peer_unreachable'));
    expect(play.state).toEqual({ table_id: 'table 1', missed: [] });
  });
});

describe('a seat that is gone', () => {
  it('is passed over before joining', async () => {
    goneIds.add(post(1));
    expect(await play.start(wish)).toEqual({ table_id: 'table 1', post_id: null });
    expect(joined).toEqual([post(2)]);
    expect(play.state?.missed).toMatchObject([{ nickname: 'host 1', problem: { code: 'invitation_gone' } }]);
  });

  it('is followed by the next one if joining fails', async () => {
    await play.start(wish);
    play.onTable(failed('table 1', 'peer_unreachable'));
    await settled();
    expect(joined).toEqual([post(1), post(2)]);
    expect(play.state).toMatchObject({ table_id: 'table 2', missed: [{ nickname: 'host 1' }] });
  });

  it('ends the search if it was the last one', async () => {
    goneIds.add(post(1)).add(post(2));
    await expect(play.start(wish)).rejects.toMatchObject({ code: 'invitation_gone' });
    expect(play.state).toBeNull();
    expect(states.at(-1)).toBeNull();
  });

  it('ends the search without an error if it was the last one to be joined', async () => {
    entries = [entryOf(1)];
    await play.start(wish);
    play.onTable(failed('table 1', 'peer_timeout'));
    await settled();
    expect(play.state).toBeNull();
  });

  it('is not what a fault of this computer means', async () => {
    await play.start(wish);
    play.onTable(failed('table 1', 'community_unreachable'));
    await settled();
    expect(joined).toEqual([post(1)]);
    expect(play.state).toBeNull();
  });
});

describe('stopping', () => {
  it('while looking joins nothing', async () => {
    let answer = () => {};
    whenAsked = new Promise((resolve) => {
      answer = resolve;
    });
    const start = play.start(wish);
    await play.stop();
    await expect(start).rejects.toMatchObject({ code: 'cancelled' });
    answer();
    await settled();
    expect(joined).toEqual([]);
    expect(play.state).toBeNull();
  });

  it('while joining stops the table, and looks no further', async () => {
    await play.start(wish);
    await play.stop();
    expect(stopped).toEqual(['table 1']);
    play.onTable(failed('table 1', 'peer_unreachable'));
    await settled();
    expect(joined).toEqual([post(1)]);
    expect(play.state).toBeNull();
  });

  it('without a search does nothing', async () => {
    await play.stop();
    expect(states).toEqual([]);
  });
});

it('shows a table that needs a question instead of joining it', async () => {
  entries = [entryOf(3, { known: false })];
  expect(await play.start({ ...wish, scope: 'any' })).toEqual({ table_id: null, post_id: post(3) });
  expect(joined).toEqual([]);
  expect(play.state).toBeNull();
});
