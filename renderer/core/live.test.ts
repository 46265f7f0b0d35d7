import { describe, expect, it } from 'vitest';
import { type AppState, emptyNotices, type LobbyPage, type Notices, type Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { playing } from '../testing/samples.ts';
import { appState } from '../testing/scenes.ts';
import { emptyInbox } from './inbox-feed.ts';
import { openLive } from './live.ts';

/** A main process with fixed responses; `emit` sends its events. */
function fakeMain(state: AppState, tables: Table[]) {
  const listeners = new Map<string, (value: never) => void>();
  const on = (group: string) => (event: string, listener: (value: never) => void) => {
    listeners.set(`${group}.${event}`, listener);
    return () => {};
  };
  const lobby: LobbyPage = {
    ...{ seq: 1, status: 'live', complete: true, problem: null },
    ...{ reset: true, entries: [], gone: [], more: false },
  };
  const notices: Notices = { ...emptyNotices, dismissed: [{ subject: 'offer a', mark: '' }] };
  let calls = 0;
  const bridge = {
    app: { state: async () => state, on: on('app') },
    lobby: { list: async () => lobby, on: on('lobby') },
    play: { state: async () => null, on: on('play') },
    tables: {
      list: async () => {
        calls += 1;
        return { tables };
      },
      hosting: async () => ({ hosted: [] }),
      on: on('tables'),
    },
    inbox: {
      list: async () => ({ ...emptyInbox, contacts: [], next: { contacts: null } }),
      on: on('inbox'),
    },
    notices: { list: async () => notices, on: on('notices') },
  } as unknown as BridgeClient;
  const emit = (key: string, value: unknown) => (listeners.get(key) as ((value: unknown) => void) | undefined)?.(value);
  return { bridge, emit, calls: () => calls };
}

const settle = () => new Promise((done) => setImmediate(done));

describe('state from main', () => {
  it('replaces whole snapshots, and ignores older ones of a table', async () => {
    const { bridge, emit } = fakeMain(appState('lobby', null), [playing({ seq: 5 })]);
    const live = await openLive(bridge);
    await settle();
    expect(live.lobby.getState().status).toBe('live');
    emit('tables.changed', playing({ seq: 4, phase: 'failed' }));
    expect(live.tables.getState().get('7c21e0aa')?.phase).toBe('playing');
    emit('tables.changed', playing({ seq: 5, phase: 'finished' }));
    expect(live.tables.getState().get('7c21e0aa')?.phase).toBe('finished');
    emit('app.changed', { ...appState('lobby', null), words_due: true });
    expect(live.app.getState().words_due).toBe(true);
  });

  it('never lets a late response overwrite a newer event', async () => {
    const { bridge, emit } = fakeMain(appState('lobby', null), []);
    let respond: (value: unknown) => void = () => {};
    Object.assign(bridge.lobby, { list: () => new Promise((done) => (respond = done)) });
    const live = await openLive(bridge);
    await settle();
    emit('inbox.changed', { ...emptyInbox, status: 'live', contacts: [], more: false });
    respond({ seq: 1, status: 'live', complete: true, problem: null, reset: true, entries: [], gone: [], more: false });
    await settle();
    expect([live.lobby.getState().status, live.inbox.getState().status]).toEqual(['live', 'live']);
  });

  it('knows the notices only once the tables are loaded, and forgets them with the account', async () => {
    const state = appState('lobby', null);
    const { bridge, emit } = fakeMain(state, []);
    let respond: (value: unknown) => void = () => {};
    const list = () => new Promise((done) => (respond = done));
    Object.assign(bridge.tables, { list });
    const live = await openLive(bridge);
    await settle();
    emit('notices.changed', emptyNotices);
    expect(live.notices.getState()).toBeNull();
    respond({ tables: [] });
    await settle();
    expect(live.notices.getState()?.dismissed).toHaveLength(1);
    emit('notices.changed', emptyNotices);
    expect(live.notices.getState()).toEqual(emptyNotices);
    emit('app.changed', { ...state, identity: { ...state.identity!, public_key: 'ab'.repeat(32) } });
    expect(live.notices.getState()).toBeNull();
  });

  it('follows the search of Play', async () => {
    const { bridge, emit } = fakeMain(appState('lobby', null), []);
    const live = await openLive(bridge);
    expect(live.play.getState()).toBeNull();
    const search = { table_id: 'a table', missed: [] };
    emit('play.changed', { play: search });
    expect(live.play.getState()).toEqual(search);
    emit('play.changed', { play: null });
    expect(live.play.getState()).toBeNull();
  });

  it('requests lobby and tables only after the identity is ready', async () => {
    const { bridge, emit, calls } = fakeMain(appState('locked', null), []);
    await openLive(bridge);
    await settle();
    expect(calls()).toBe(0);
    emit('app.changed', appState('lobby', null));
    emit('app.changed', appState('lobby', null));
    await settle();
    expect(calls()).toBe(1);
  });

  it('requests again after a switch of identity or community', async () => {
    const state = appState('lobby', null);
    const { bridge, emit, calls } = fakeMain(state, []);
    await openLive(bridge);
    const other = { ...state, identity: { ...state.identity!, public_key: 'ab'.repeat(32) } };
    emit('app.changed', other);
    emit('app.changed', { ...other, community: { ...state.community, embedded: false, url: 'https://elsewhere' } });
    await settle();
    expect(calls()).toBe(3);
  });

  it('tells why something could not be loaded, until it is', async () => {
    const { bridge } = fakeMain(appState('lobby', null), [playing({ seq: 5 })]);
    const { list } = bridge.tables;
    Object.assign(bridge.tables, {
      list: () => Promise.reject(new ParlorError('too_large', 'The response is too large.')),
    });
    const live = await openLive(bridge);
    await settle();
    expect(live.loadProblem.getState()?.code).toBe('too_large');
    Object.assign(bridge.tables, { list });
    live.reload();
    await settle();
    expect(live.loadProblem.getState()).toBeNull();
    expect(live.tables.getState().size).toBe(1);
  });
});
