/** What Settings asks of the scripted main: further identities, communities, consents, the doctor, the data folder. */
import type {
  AppState,
  Check,
  CommunityTest,
  Consent,
  KnownCommunity,
  ListedIdentity,
} from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { keyOf, person } from './samples.ts';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const hourMs = 3_600_000;

const check = (id: Check['id'], state: Check['state'], found: string, remedy: string | null = null): Check => ({
  id,
  state,
  found,
  remedy,
});

function checksOf(scene: string): Check[] {
  const away = scene === 'offline';
  return [
    check('data_dir', 'ok', 'The data folder can be written and is closed to others.'),
    check('disk', 'ok', '41802 MiB are free for records.'),
    check(
      'key',
      'advice',
      'The key of copperfinch is here, and only file permissions protect it.',
      'Give it a passphrase.',
    ),
    check('hooks', 'ok', 'Hooks run, and reach nothing of this computer.'),
    away
      ? check(
          'service',
          'failed',
          'Harbor Street (https://harbor.example) does not answer. There was no answer in time.',
          'Check the address and the network, or choose another community.',
        )
      : check('service', 'ok', 'Harbor Street answers in 34 ms, with parlor 0.1.0.'),
    away
      ? check('version', 'skipped', 'The community did not say.')
      : check('version', 'ok', 'This is Parlor 0.1.0, which the community takes.'),
    away
      ? check('clock', 'skipped', 'There was no other clock to compare with.')
      : check('clock', 'ok', 'This computer’s clock and the community’s agree.'),
    check('endpoint', 'ok', 'A table can be reached at 192.168.1.20:53124, 203.0.113.9:53124.'),
    check('udp', 'ok', 'UDP works on this computer.'),
    check('relay', 'ok', 'Others reach this computer directly where they can, else through https://relay.example./.'),
    check('browser', 'ok', 'Windows open with chromium.'),
  ];
}

export function scriptedSettings(scene: string, app: () => AppState, setApp: (changes: Partial<AppState>) => void) {
  const bare = scene === 'empty';
  let others: ListedIdentity[] = bare
    ? []
    : [
        {
          public_key: keyOf(901),
          nickname: 'reedpipe',
          protection: 'passphrase',
          words_confirmed: true,
          in_use: false,
          problem: null,
        },
        {
          public_key: keyOf(902),
          nickname: 'old-boat',
          protection: 'plain',
          words_confirmed: false,
          in_use: false,
          problem: null,
        },
      ];
  let consents: Consent[] = bare
    ? []
    : [
        {
          source: 'platform',
          protocol_id: keyOf(701),
          protocol_name: 'Lantern Auction',
          manifest_hash: keyOf(702),
          author: person(703, 'saltmarsh', 1290),
          accepted_at: Date.now() - 30 * hourMs,
        },
        {
          source: 'host_p2p',
          protocol_id: keyOf(704),
          protocol_name: null,
          manifest_hash: keyOf(705),
          author: person(706, 'tide\u202Ewright', 1312),
          accepted_at: Date.now() - 300 * hourMs,
        },
      ];
  const registered = (key: number, nickname: string, agent_id: number) => ({
    public_key: keyOf(key),
    nickname,
    agent_id,
  });
  let communities: KnownCommunity[] = [
    { url: null, in_use: true, used_at: Date.now(), registered: [registered(900, 'copperfinch', 900)] },
    ...(bare
      ? []
      : [
          {
            url: 'https://harbor.example',
            in_use: false,
            used_at: Date.now() - 50 * hourMs,
            registered: [registered(900, 'copperfinch', 203), registered(901, 'reedpipe', 240)],
          },
          { url: 'http://192.168.1.40:7400', in_use: false, used_at: Date.now() - 90 * hourMs, registered: [] },
        ]),
  ];
  const found = (url: string): CommunityTest => {
    const nothing = { name: null, version: null, limits: null, clock_offset_ms: null, answered_ms: null };
    const asked = { url, needs_consent: url.startsWith('http:') && !url.includes('127.0.0.1') };
    if (url.includes('nobody')) {
      const problem = { code: 'community_unreachable' as const, message: 'No answer.' };
      return { ...asked, ...nothing, reachable: false, problem };
    }
    return {
      ...asked,
      reachable: true,
      name: 'parlor',
      version: '0.1.0',
      clock_offset_ms: 300,
      answered_ms: 34,
      problem: null,
      limits: {
        active_invitations: 3,
        inbox_messages_none: 5,
        inbox_messages_high: 50,
        inbox_seconds: 86_400,
        elo_same_opponent_awards: 2,
        elo_same_opponent_seconds: 86_400,
        difficulty: 2,
        signed_per_second: null,
      },
    };
  };
  const nothing = {};
  const add = (nickname: string) => {
    const public_key = keyOf(950 + others.length);
    others = [
      ...others,
      { public_key, nickname, protection: 'plain', words_confirmed: false, in_use: false, problem: null },
    ];
    return { public_key };
  };

  return {
    app: {
      doctor: async () => {
        await wait(200);
        return { checks: checksOf(scene) };
      },
      storage: async () => ({
        path: '/home/finch/.local/share/parlor',
        free_bytes: 41_802_000_000,
        parts: [
          { id: 'records', bytes: 3_140_000, files: 41 },
          { id: 'letters', bytes: 18_000, files: 2 },
          { id: 'protocols', bytes: 640_000, files: 96 },
          { id: 'community', bytes: 5_200_000, files: 6 },
          { id: 'house', bytes: 1_900_000, files: 120 },
          { id: 'logs', bytes: 12_000, files: 2 },
          { id: 'keys', bytes: 4_000, files: 4 },
          { id: 'other', bytes: 0, files: 0 },
        ],
      }),
    },
    identity: {
      list: async () => {
        const mine = app().identity;
        const own = mine && { ...mine, in_use: true, problem: null };
        return { identities: own ? [own, ...others] : others };
      },
      add: async ({ nickname }: { nickname: string }) => add(nickname),
      restore: async () => {
        throw new ParlorError('wrong_passphrase', 'No.');
      },
      import_key: async ({ nickname }: { nickname: string }) => add(nickname),
      use: async ({ public_key }: { public_key: string }) => {
        if (scene === 'waiting') throw new ParlorError('tables_running', 'Tables run.');
        const next = others.find((one) => one.public_key === public_key);
        const mine = app().identity;
        if (!next || !mine) return nothing;
        others = others.map((one) => (one === next ? { ...mine, in_use: false, problem: null } : one));
        setApp({
          identity: { ...mine, public_key, nickname: next.nickname ?? '', words_confirmed: next.words_confirmed },
        });
        return nothing;
      },
      remove: async ({ public_key }: { public_key: string }) => {
        others = others.filter((one) => one.public_key !== public_key);
        return nothing;
      },
      lock: async () => {
        setApp({ phase: 'locked' });
        return { locked: true };
      },
      change_passphrase: async ({ next }: { current: string | null; next: string | null }) => {
        const mine = app().identity;
        if (mine) setApp({ identity: { ...mine, protection: next === null ? 'plain' : 'passphrase' } });
        return nothing;
      },
      backup: async () => ({
        public_key: keyOf(900),
        text: JSON.stringify(
          { version: 1, public_key: keyOf(900), slots: [{ kind: 'passphrase', salt: keyOf(3) }] },
          null,
          2,
        ),
      }),
    },
    community: {
      test: async ({ url }: { url: string }) => {
        await wait(50);
        return found(url);
      },
      list: async () => ({ communities }),
      use: async () => nothing,
      remove: async ({ url }: { url: string }) => {
        communities = communities.filter((one) => one.url !== url);
        return nothing;
      },
    },
    protocols: {
      consents: async () => ({ consents }),
      revoke_consent: async ({ manifest_hash }: { manifest_hash: string }) => {
        consents = consents.filter((one) => one.manifest_hash !== manifest_hash);
        return { revoked: true };
      },
    },
  };
}
