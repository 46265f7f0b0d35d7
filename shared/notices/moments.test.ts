import { describe, expect, it } from 'vitest';
import { type EndedTable, emptyNotices, type LobbyEntry, type Notices, type Table } from '../bridge/contract.ts';
import { isUnseenEnd } from './ends.ts';
import { type Moment, momentsOf } from './moments.ts';
import { noticeOf } from './notices.ts';

const now = 1_800_000_000_000;

/** A snapshot with only the members that moments depend on. */
const tableOf = (changes: { [K in keyof Table]?: unknown } = {}): Table =>
  ({
    table_id: 't1',
    session_id: 'ab',
    role: 'guest',
    control_mode: 'human',
    phase: 'playing',
    peer: { public_key: 'aa', nickname: 'tidewright' },
    protocol: { mode: 'session_loop', name: 'Connect Four' },
    ask: null,
    talk: [],
    moves: [],
    draw: 'none',
    record: { frames: 3 },
    connection: { quiet_since: null },
    result: null,
    problem: null,
    started_at: now - 60_000,
    ended_at: null,
    afterwards: { seen: false },
    ...changes,
  }) as Table;
const askOf = (key: string, changes = {}) => ({ key, asked_at: now, plays_at: null, deadline_at: null, ...changes });
const endOf = (table_id: string, changes: { [K in keyof EndedTable]?: unknown } = {}): EndedTable =>
  tableOf({
    table_id,
    phase: 'finished',
    result: { outcome: 'won' },
    ended_at: now,
    ...changes,
  }) as unknown as EndedTable;
const gamesOf = (newest: EndedTable, count = 1): Notices['ended'][number] => ({
  ...{ newest, count, won: count, lost: 0, drawn: 0 },
});
const offerOf = (post_id: string, rematch_of: string | null = null, changes = {}): Notices['offers'][number] => ({
  entry: {
    post_id,
    host: { public_key: 'aa', nickname: 'tidewright' },
    protocol_name: 'Reversi',
    created_at: now,
    expires_at: now + 60_000,
    ...changes,
  } as LobbyEntry,
  rematch_of,
  count: 1,
});
const messagesOf = (public_key: string | null, newest_id: number, count = 1): Notices['messages'][number] => ({
  writer: public_key === null ? null : { public_key, name: 'basalt', house: false },
  count,
  newest_id,
  newest_at: now,
});
const closed = (moment: Moment | undefined): Partial<Notices> => ({ dismissed: [...(moment?.closes ?? [])] });

const moments = (tables: Table[], notices: Partial<Notices> = {}, at = now) =>
  momentsOf(tables, { ...emptyNotices, ...notices }, { main: at, community: at, wall: at });
const kinds = (tables: Table[], notices: Partial<Notices> = {}, at = now) =>
  moments(tables, notices, at).map(({ kind }) => kind);

describe('a running table', () => {
  it('is one moment for each turn of the user, and another one when time is short', () => {
    const turn = tableOf({ ask: askOf('turn:1', { deadline_at: now + 100_000 }) });
    expect(kinds([tableOf()])).toEqual([]);
    const [first] = moments([turn]);
    expect(first).toMatchObject({ kind: 'turn', low: false, path: '/tables/t1' });
    expect(kinds([turn], closed(first))).toEqual([]);
    const [low] = moments([turn], closed(first), now + 75_000);
    expect(low).toMatchObject({ kind: 'turn', low: true });
    expect(kinds([turn], closed(low), now + 95_000)).toEqual([]);
    expect(kinds([tableOf({ ask: askOf('turn:3') })], closed(low))).toEqual(['turn']);
  });

  it('is none for turns that the agent plays on its own', () => {
    expect(kinds([tableOf({ ask: askOf('turn:1'), control_mode: 'autonomous' })])).toEqual([]);
    expect(kinds([tableOf({ ask: askOf('turn:1'), control_mode: 'hybrid' })])).toEqual(['turn']);
  });

  it('is one for new messages of the peer in a chat, which has no turns', () => {
    const chat = (...by: ('host' | 'guest')[]) =>
      tableOf({
        ask: askOf('free'),
        protocol: { mode: 'free', name: 'Chat' },
        talk: by.map((each, index) => ({ by: each, number: index + 1, at: now })),
      });
    expect(kinds([chat('guest')])).toEqual([]);
    const [first] = moments([chat('guest', 'host')]);
    expect(first?.kind).toBe('talk');
    expect(kinds([chat('guest', 'host', 'guest')], closed(first))).toEqual([]);
    expect(kinds([chat('guest', 'host', 'host')], closed(first))).toEqual(['talk']);
  });

  it('is one when a guest has joined, without a second one for the first turn', () => {
    const joined = tableOf({ role: 'host', ask: askOf('turn:0') });
    const [arrival] = moments([joined]);
    expect(arrival).toMatchObject({ kind: 'guests', path: '/tables/t1' });
    expect(kinds([joined], closed(arrival))).toEqual(['turn']);
    // Many guests are one moment.
    const several = moments([joined, tableOf({ table_id: 't2', role: 'host' })]);
    expect(several).toMatchObject([{ kind: 'guests', path: '/tables' }]);
    expect(kinds([tableOf({ role: 'host' })], closed(several[0]))).toEqual([]);
  });

  it('is one more while the other side offers a draw, also on the user’s turn', () => {
    const asked = (frames: number, changes = {}) => tableOf({ draw: 'asked', record: { frames }, ...changes });
    const [offer] = moments([asked(5)]);
    expect(offer).toMatchObject({ kind: 'draw', path: '/tables/t1' });
    expect(noticeOf([offer!])).toMatchObject({ text: 'draw', name: 'tidewright', setting: 'notify_turn' });
    expect(kinds([asked(5, { ask: askOf('turn:3') })])).toEqual(['turn', 'draw']);
    expect(kinds([asked(5)], closed(offer))).toEqual([]);
    expect(kinds([asked(9)], closed(offer))).toEqual(['draw']);
    expect(kinds([tableOf({ draw: 'offered' })])).toEqual([]);
  });

  it('is one while the peer is silent', () => {
    const quiet = (quiet_since: number) => tableOf({ connection: { quiet_since } });
    // After a restart of one's own, nothing is known of the other side.
    expect(moments([tableOf({ connection: { quiet_since: 5, returning: true } })])).toEqual([]);
    const [first] = moments([quiet(now)]);
    expect(first?.kind).toBe('quiet');
    expect(kinds([quiet(now)], closed(first))).toEqual([]);
    expect(kinds([quiet(now + 9000)], closed(first))).toEqual(['quiet']);
  });
});

it('turns come first, the most urgent one at the top', () => {
  const turn = (table_id: string, deadline_at: number | null, asked_at: number) =>
    tableOf({ table_id, ask: askOf('turn:1', { deadline_at, asked_at }) });
  const tables = [turn('open', null, now), turn('late', now + 90_000, now), turn('soon', now + 60_000, now - 9000)];
  const found = moments(tables, { offers: [offerOf('p1', null, { created_at: now + 1 })] });
  expect(found.map(({ path }) => path)).toEqual(['/tables/soon', '/tables/late', '/tables/open', '/?table=p1']);
});

describe('an ended table', () => {
  it('is told unless the user ended it, has seen it, or nobody sat down', () => {
    const end = (changes: object) => isUnseenEnd(tableOf({ phase: 'finished', ...changes }));
    expect(end({ result: { outcome: 'lost' } })).toBe(true);
    expect(end({ phase: 'failed', problem: { code: 'peer_disconnected' } })).toBe(true);
    expect(end({ result: { outcome: 'won', conceded: { by: 'host', code: 'resigned' } } })).toBe(true);
    expect(end({ result: { outcome: 'lost', conceded: { by: 'guest', code: 'decision_timeout' } } })).toBe(true);
    expect(end({ result: { outcome: 'lost', conceded: { by: 'guest', code: 'resigned' } } })).toBe(false);
    expect(end({ phase: 'failed', problem: { code: 'cancelled' } })).toBe(false);
    expect(end({ phase: 'failed', problem: { code: 'peer_unreachable' }, role: 'host', session_id: null })).toBe(false);
    expect(end({ phase: 'failed', problem: { code: 'peer_unreachable' }, session_id: null })).toBe(true);
    expect(end({ phase: 'playing' })).toBe(false);
    expect(end({ result: { outcome: 'won' }, afterwards: { seen: true } })).toBe(false);
  });

  it('of the agent’s conversations is no game of the agent', () => {
    const chat = endOf('c', { control_mode: 'autonomous', phase: 'failed', protocol: { mode: 'free', name: 'Chat' } });
    expect(moments([], { ended: [gamesOf(chat)] })).toMatchObject([{ kind: 'ended', id: 'ended chats aa' }]);
  });

  it('is one moment for each person, and one for all games of the agent', () => {
    const ended = [
      gamesOf(endOf('c'), 2),
      gamesOf(endOf('e', { peer: { public_key: 'bb', nickname: 'basalt' } })),
      gamesOf(endOf('a', { control_mode: 'autonomous' }), 102),
    ];
    const found = moments([], { ended });
    expect(found).toMatchObject([
      { kind: 'ended', id: 'ended games aa', path: '/tables', count: 2 },
      { kind: 'ended', id: 'ended games bb', path: '/tables/e' },
      { kind: 'agent', path: '/tables', count: 102 },
    ]);
  });
});

describe('offers and messages', () => {
  it('are a challenge, or a rematch if they repeat a table, until they lapse', () => {
    const offers = [offerOf('p1'), offerOf('p2', 't1')];
    expect(moments([], { offers })).toMatchObject([
      { kind: 'challenge', path: '/?table=p1' },
      { kind: 'rematch', path: '/tables/t1', table_id: 't1' },
    ]);
    expect(kinds([], { offers }, now + 60_000)).toEqual([]);
    const [challenge] = moments([], { offers });
    expect(kinds([], { offers, ...closed(challenge) })).toEqual(['rematch']);
    // A later one of the same person is new.
    const later = [offerOf('p3', null, { created_at: now + 1 })];
    expect(kinds([], { offers: later, ...closed(challenge) })).toEqual(['challenge']);
    expect(moments([], { offers: [{ ...offerOf('p1'), count: 50 }] })).toMatchObject([{ path: '/', count: 50 }]);
  });

  it('are one for each sender, closed up to the newest message', () => {
    const [five] = moments([], { messages: [messagesOf('bb', 5, 5)] });
    expect(five).toMatchObject({ kind: 'messages', path: '/inbox/with/bb' });
    expect(kinds([], { messages: [messagesOf('bb', 4)], ...closed(five) })).toEqual([]);
    expect(kinds([], { messages: [messagesOf('bb', 6)], ...closed(five) })).toEqual(['messages']);
    expect(moments([], { messages: [messagesOf(null, 1)] })).toMatchObject([{ path: '/inbox/unverified' }]);
  });

  it('come after what waits for the user, the newest first', () => {
    const messages = [messagesOf('bb', 1)];
    const ended = [gamesOf(endOf('c', { ended_at: now + 5 }))];
    const offers = [offerOf('p1', null, { created_at: now - 500 })];
    expect(kinds([tableOf({ ask: askOf('turn:1') })], { messages, ended, offers })).toEqual([
      'turn',
      'challenge',
      'ended',
      'messages',
    ]);
  });
});

it('are in the same order whatever this computer’s date', () => {
  const dayMs = 24 * 3600_000;
  const notices = {
    ...emptyNotices,
    ended: [gamesOf(endOf('c', { ended_at: now + dayMs - 5 }))],
    messages: [messagesOf('bb', 1)],
  };
  const at = { main: now, community: now, wall: now + dayMs };
  expect(momentsOf([], notices, at).map(({ kind }) => kind)).toEqual(['messages', 'ended']);
});

it('every moment has a notification', () => {
  const answer = {
    ...{ post_id: 'p1', peer: { public_key: 'bb', name: 'basalt', house: false }, protocol_id: '0' },
    ...{ protocol_name: 'Reversi', rematch_of: null, at: now },
  };
  const texts = (tables: Table[], notices: Partial<Notices> = {}) =>
    moments(tables, notices).map((moment) => {
      const { text, name, game } = noticeOf([moment]);
      return [text, name, game].join(' ');
    });
  const low = tableOf({ ask: askOf('turn:1', { asked_at: now - 90_000, deadline_at: now + 10_000 }) });
  expect(texts([low])).toEqual(['warning tidewright Connect Four']);
  expect(texts([tableOf({ ask: askOf('turn:1') })])).toEqual(['turn tidewright Connect Four']);
  expect(texts([tableOf({ role: 'host' })])).toEqual(['guest tidewright Connect Four']);
  expect(texts([], { offers: [offerOf('p1')], declined: [answer] })).toEqual([
    'challenge tidewright Reversi',
    'declined basalt Reversi',
  ]);
  expect(texts([], { messages: [messagesOf(null, 1)] })).toEqual(['message_unsigned  ']);
  const end = (changes: object, count = 1) => texts([], { ended: [gamesOf(endOf('a', changes), count)] });
  expect(end({})).toEqual(['won tidewright Connect Four']);
  expect(end({ phase: 'failed', result: null })).toEqual(['unfinished tidewright Connect Four']);
  expect(end({ result: { outcome: 'none' } })).toEqual(['over tidewright Connect Four']);
  // Several of one kind are one.
  expect(end({}, 2)).toEqual(['ended tidewright Connect Four']);
  expect(end({ control_mode: 'autonomous' }, 2)).toEqual(['agent tidewright Connect Four']);
  const several = { ...offerOf('p1'), count: 50 };
  expect(texts([], { offers: [several, { ...several, rematch_of: 't1' }] })).toEqual([
    'challenges tidewright Reversi',
    'rematches tidewright Reversi',
  ]);
  expect(texts([], { messages: [messagesOf('bb', 2, 2)] })).toEqual(['messages basalt ']);
  const all = moments([], { offers: [several], messages: [messagesOf('bb', 2, 2)] });
  expect(noticeOf(all as [Moment, ...Moment[]])).toMatchObject({ text: 'several', count: 2 });
});
