/** Sample data for Settings and the first run: identities, communities, checks, the data directory. */
import type { AppState, Check, ListedIdentity } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { outageOf } from './outages.ts';
import { keyOf } from './samples.ts';

const hourMs = 3_600_000;
const phrase =
  'orchard velvet pencil harbor lunar ticket gravity maple rabbit copper window sleep anchor thunder basket olive mirror candle fossil ribbon season glove tunnel amazing';

export function settingsHandlers(scene: string): NonNullable<FakeHandlers['app']> {
  const check = (id: Check['id'], state: Check['state'], code: Check['code'], facts: Check['facts'] = {}): Check => ({
    ...{ id, state, code, facts, found: code },
    remedy: state === 'ok' || state === 'skipped' ? null : 'What to do about it.',
  });
  const unreachable = { where: 'Harbor Street (https://harbor.example)', why: 'There was no answer in time.' };
  const service =
    scene === 'offline'
      ? [check('service', 'failed', 'service_away', unreachable), check('clock', 'skipped', 'unknown')]
      : [
          check('service', 'ok', 'service_ok', { community: 'Harbor Street', ms: 34, software: 'parlor 0.1.0' }),
          check('clock', 'ok', 'clock_ok'),
        ];
  return {
    doctor: () => ({
      checks: [
        check('disk', 'ok', 'disk_ok', { bytes: 43_832_000_000 }),
        check('key', 'advice', 'key_plain', { name: 'copperfinch' }),
        ...service,
        check('relay', 'ok', 'relay_ok', { relay: 'https://relay.example./' }),
      ],
    }),
    storage: () => ({
      path: '/home/finch/.local/share/parlor',
      free_bytes: 41_802_000_000,
      parts: [
        { id: 'records', bytes: 3_140_000, files: 41 },
        { id: 'protocols', bytes: 640_000, files: 96 },
        { id: 'house', bytes: 1_900_000, files: 120 },
      ],
    }),
  };
}

export function identityHandlers(scene: string, app: () => AppState): NonNullable<FakeHandlers['identity']> {
  const other = (seed: number, nickname: string, words_confirmed: boolean): ListedIdentity => ({
    ...{ public_key: keyOf(seed), nickname, protection: words_confirmed ? 'passphrase' : 'plain', words_confirmed },
    ...{ in_use: false, problem: null },
  });
  const refuseWrong = (passphrase: string | null) => {
    if (app().identity?.protection === 'passphrase' && passphrase !== 'open sesame')
      throw new ParlorError('wrong_passphrase', 'No.');
  };
  return {
    list() {
      const { identity } = app();
      const own = identity ? [{ ...identity, in_use: true, problem: null }] : [];
      return {
        identities:
          scene === 'empty'
            ? own
            : [
                ...own,
                {
                  ...other(903, 'copperfinch', false),
                  derived_from: { public_key: keyOf(900), origin: 'https://harbor.example' },
                },
                other(901, 'reedpipe', true),
                other(902, 'old-boat', false),
              ],
      };
    },
    offer: ({ url }) => ({
      ...{ nickname: app().identity?.nickname ?? '', own_key: keyOf(903) },
      used_in: url.includes('harbor') ? [] : [null, 'https://harbor.example'],
    }),
    add_for_community({ passphrase }) {
      refuseWrong(passphrase);
      return { public_key: keyOf(903) };
    },
    use() {
      if (scene === 'waiting') throw new ParlorError('tables_running', 'Tables run.');
      return {};
    },
    unlock({ passphrase }) {
      refuseWrong(passphrase);
      return {};
    },
    recovery_phrase({ passphrase }) {
      refuseWrong(passphrase);
      return { words: phrase.split(' ') };
    },
    look_up: ({ server }) => ({
      ...{ public_key: keyOf(900), name_here: null, needs_consent: false, problem: null },
      known:
        server === null ? null : { nickname: 'copperfinch', bio: '', rating: 1264, games_played: 41, created_at: 0 },
    }),
    backup: () => ({ public_key: keyOf(900), text: JSON.stringify({ version: 1, slots: [] }) }),
  };
}

const communityLimits = {
  ...{ active_invitations: 3, inbox_seconds: 86_400, difficulty: 2, inbox_messages_none: 5, inbox_messages_high: 50 },
  ...{ elo_same_opponent_awards: 2, elo_same_opponent_seconds: 86_400 },
};

export function communityHandlers(scene: string): NonNullable<FakeHandlers['community']> {
  const remote = (url: string, hours: number) => ({
    ...{ url, in_use: false, used_at: Date.now() - hours * hourMs },
    registered: [{ public_key: keyOf(900), nickname: 'copperfinch', agent_id: 203 }],
  });
  const outage = outageOf(scene);
  return {
    list: () => ({
      communities: [
        {
          ...{ url: outage ? 'https://harbor.example' : null, in_use: true, used_at: Date.now() },
          registered: scene.startsWith('admission')
            ? []
            : [{ public_key: keyOf(900), nickname: 'copperfinch', agent_id: 900 }],
        },
        ...(scene === 'empty' || outage
          ? []
          : [remote('https://harbor.example', 50), remote('http://192.168.1.40:7400', 90)]),
      ],
    }),
    invitation: ({ url }) => ({
      invitation: url.includes('192.168.')
        ? {
            host: { public_key: keyOf(5), nickname: 'lamplighter-of-low-water', rating: 1401 },
            ...{ protocol_id: keyOf(77), protocol_name: 'Iterated Prisoner’s Dilemma', host_control_mode: 'hybrid' },
            options: { rounds: 20 },
          }
        : null,
    }),
    test({ url }) {
      const problem =
        outage ?? (url.includes('away') ? ({ code: 'community_unreachable', message: 'No answer.' } as const) : null);
      const reachable = problem === null;
      return {
        ...{ url, reachable, needs_consent: url.startsWith('http:') && !url.includes('127.0.0.1') },
        name: reachable ? 'parlor' : null,
        version: reachable ? '0.1.0' : null,
        limits: reachable ? communityLimits : null,
        clock_offset_ms: reachable ? 300 : null,
        answered_ms: reachable ? 34 : null,
        problem,
      };
    },
  };
}
