import { describe, expect, it } from 'vitest';
import type { AppState, Lobby, Table } from '../../shared/bridge/contract.ts';
import { playing } from '../testing/samples.ts';
import { appState } from '../testing/scenes.ts';
import { type BridgeClient, inOrder, openLive, withTable } from './live.ts';

/** A main that answers what it is given and lets the test speak up. */
function main(state: AppState, tables: Table[]) {
  const said = new Map<string, (value: never) => void>();
  const on = (group: string) => (event: string, listener: (value: never) => void) => {
    said.set(`${group}.${event}`, listener);
    return () => {};
  };
  const lobby: Lobby = { entries: [], status: 'live', problem: null };
  let asked = 0;
  const bridge = {
    app: { state: async () => state, on: on('app') },
    lobby: { list: async () => lobby, on: on('lobby') },
    tables: {
      list: async () => {
        asked += 1;
        return { tables };
      },
      hosting: async () => ({ hosted: [] }),
      on: on('tables'),
    },
    inbox: { list: async () => ({ letters: [] }), on: on('inbox') },
  } as unknown as BridgeClient;
  const say = (key: string, value: unknown) => (said.get(key) as ((value: unknown) => void) | undefined)?.(value);
  return { bridge, say, asked: () => asked };
}

const settle = () => new Promise((done) => setImmediate(done));

describe('what the window knows of main', () => {
  it('takes each snapshot whole, and no older one of a table', async () => {
    const { bridge, say } = main(appState('lobby', null), [playing({ seq: 5 })]);
    const live = await openLive(bridge);
    await settle();
    expect(live.lobby.getState().status).toBe('live');
    say('tables.changed', playing({ seq: 4, phase: 'failed' }));
    expect(live.tables.getState().get('7c21e0aa')?.phase).toBe('playing');
    say('tables.changed', playing({ seq: 5, phase: 'finished' }));
    expect(live.tables.getState().get('7c21e0aa')?.phase).toBe('finished');
    say('app.changed', { ...appState('lobby', null), words_due: true });
    expect(live.app.getState().words_due).toBe(true);
  });

  it('asks for lobby and tables only once there is somebody to show them to', async () => {
    const { bridge, say, asked } = main(appState('locked', null), []);
    await openLive(bridge);
    await settle();
    expect(asked()).toBe(0);
    say('app.changed', appState('lobby', null));
    say('app.changed', appState('lobby', null));
    await settle();
    expect(asked()).toBe(1);
  });

  it('asks again when another identity, or another community, is in use', async () => {
    const state = appState('lobby', null);
    const { bridge, say, asked } = main(state, []);
    await openLive(bridge);
    const other = { ...state, identity: { ...state.identity!, public_key: 'ab'.repeat(32) } };
    say('app.changed', other);
    say('app.changed', { ...other, community: { ...state.community, embedded: false, url: 'https://elsewhere' } });
    await settle();
    expect(asked()).toBe(3);
  });

  it('puts running tables first and the newest first among each', () => {
    const table = (id: string, phase: Table['phase'], started_at: number) =>
      playing({ table_id: id, phase, started_at });
    const known = [
      table('a', 'finished', 9),
      table('b', 'playing', 1),
      table('c', 'joining', 2),
      table('d', 'failed', 3),
    ].reduce(withTable, new Map() as ReadonlyMap<string, Table>);
    const { running, over } = inOrder(known);
    expect(running.map((one) => one.table_id)).toEqual(['c', 'b']);
    expect(over.map((one) => one.table_id)).toEqual(['a', 'd']);
  });
});
