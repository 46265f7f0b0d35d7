/** What happened, for the scenes that show it: every kind of moment, at its longest and when many happen at once. */
import { type EndedTable, emptyNotices, type Notices, type Table } from '../../shared/bridge/contract.ts';
import { openTable, person, playing, protocolIdNamed, uuidOf } from './samples.ts';

const now = Date.now();
const longName = 'lamplighter-of-low-water';

/** The notice of so many games that ended like the newest one. */
const games = (newest: EndedTable, count = 1): Notices['ended'][number] => ({
  ...{ newest, count },
  won: newest.result?.outcome === 'won' ? count : 0,
  lost: newest.result?.outcome === 'lost' ? count : 0,
  drawn: 0,
});

const end = (table_id: string, changes: Partial<EndedTable> & { reason?: string } = {}): EndedTable => ({
  ...playing({ table_id, phase: 'finished' }),
  ended_at: now - 60_000,
  ...changes,
});
const resultOf = (
  outcome: 'won' | 'lost' | 'drawn',
  conceded: NonNullable<NonNullable<Table['result']>['conceded']> | null,
  delta: number,
): NonNullable<Table['result']> => ({
  ...{ winner: outcome === 'won' ? 'guest' : outcome === 'lost' ? 'host' : 'draw', outcome, reason: null },
  ...(conceded && { conceded }),
  state: 'settled',
  reports: { mine: 'guest', mine_at: now, theirs: 'guest', theirs_at: now },
  rating: {
    ...{ applied: true, reason: 'settled' },
    mine: { before: 1264, after: 1264 + delta, delta },
    theirs: { before: 1312, after: 1317, delta: 5 },
  },
  cap: null,
});
const gomoku = { ...playing().protocol, protocol_id: protocolIdNamed('Gomoku'), name: 'Gomoku' };
const dilemma = { ...gomoku, protocol_id: protocolIdNamed('Prisoners Dilemma'), name: "Iterated Prisoner's Dilemma" };

function offerOf(
  nickname: string,
  game: string,
  rematch_of: string | null,
  more: object = {},
): Notices['offers'][number] {
  const gain = { win: 16, draw: 8, loss: 4 };
  const entry = openTable({ nickname, rating: 1291, mode: 'human', game, options: { max_think_seconds: 120 }, gain });
  return {
    entry: { ...entry, for_me: true, created_at: now, expires_at: now + 280_000, ...more },
    rematch_of,
    count: 1,
  };
}

const messagesOf = (name: string, count: number, seed: number): Notices['messages'][number] => ({
  writer: { public_key: person(seed, name, null).public_key, name, house: false },
  ...{ count, newest_id: seed, newest_at: now - 300_000 },
});

/** The table of the scene `rematch` is finished and asks for a rematch. */
export function noticesOf(scene: string, tables: readonly Table[]): Notices {
  const lostOnTime = end('time', {
    peer: person(9, 'old-lantern', 1190),
    protocol: gomoku,
    result: resultOf('lost', { by: 'guest', code: 'decision_timeout' }, 5),
  });
  const challenge = offerOf('saltmarsh', 'Reversi', null, {
    message: 'A quiet round before dinner? The loser makes the tea.',
  });
  switch (scene) {
    case 'moments':
      return {
        ...emptyNotices,
        offers: [challenge],
        ended: [games(lostOnTime)],
        messages: [messagesOf('old-lantern', 1, 9), messagesOf('basalt', 5, 10)],
      };
    case 'moments-ended': {
      const resigned = end('resigned', {
        peer: person(11, 'quietmoth', 1288),
        result: resultOf('won', { by: 'host', code: 'resigned' }, 17),
      });
      const agent = end('agent', { control_mode: 'autonomous', result: resultOf('won', null, 10) });
      const failed = end('failed', {
        phase: 'failed',
        peer: person(12, longName, 1401),
        protocol: dilemma,
        problem: { code: 'peer_unresponsive', message: '' },
      });
      return { ...emptyNotices, ended: [resigned, agent, failed].map((each) => games(each)) };
    }
    case 'moments-long': {
      const declined = {
        ...{ post_id: uuidOf(5), peer: { ...person(13, '', null), name: longName }, protocol_id: gomoku.protocol_id },
        ...{ protocol_name: 'Reversi', rematch_of: 'x', at: now },
      };
      return {
        ...emptyNotices,
        offers: [
          offerOf(longName, "Iterated Prisoner's Dilemma", null),
          { ...offerOf('saltmarsh', 'Reversi', null), count: 50 },
        ],
        unlisted: 30,
        declined: [declined],
        ended: [
          games(end('a', { peer: person(14, longName, 1401), result: resultOf('lost', null, 2) }), 3),
          games(end('d', { control_mode: 'autonomous', result: resultOf('won', null, 10) }), 102),
        ],
        messages: [{ ...messagesOf('', 12, 15), writer: null }],
      };
    }
    case 'rematch': {
      const [table] = tables;
      const offer = offerOf(table?.peer.nickname ?? '', table?.protocol.name ?? '', table?.table_id ?? null, {
        host: table?.peer,
      });
      return { ...emptyNotices, offers: [offer] };
    }
    default:
      return emptyNotices;
  }
}
