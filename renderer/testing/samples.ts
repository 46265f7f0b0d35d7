/** Snapshots as main would send them, for tests and for the scripted bridge. */
import type { LobbyEntry, OpenAsk, Person, Table, TrustCheck } from '../../shared/bridge/contract.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';

let made = 0;
const hex = (seed: number, length: number) =>
  Array.from({ length }, (_, i) => ((seed * 7919 + i * 104729 + seed * i * 31) % 16).toString(16)).join('');

/** A different valid key for each number. */
export const keyOf = (seed: number): string => sha256Hex(String(seed));

export const uuidOf = (seed: number): string =>
  `${hex(seed, 8)}-${hex(seed + 1, 4)}-4${hex(seed + 2, 3)}-8${hex(seed + 3, 3)}-${hex(seed + 4, 12)}`;

export function lobbyChecks(failed: TrustCheck['id'] | null = null): TrustCheck[] {
  const key = keyOf(40);
  const check = (id: TrustCheck['id'], state: TrustCheck['state'], evidence: TrustCheck['evidence']): TrustCheck => ({
    id,
    state: id === failed ? 'failed' : state,
    evidence,
    problem: id === failed ? { code: 'binding_invalid', message: "The signature doesn't fit this key." } : null,
  });
  return [
    check('rules', 'checked', [
      { name: 'protocol_id', value: key },
      { name: 'computed', value: key },
      { name: 'result', value: 'equal' },
    ]),
    check('ticket', 'checked', [{ name: 'host_public_key', value: key }]),
    check('board', 'checked', [{ name: 'manifest_hash', value: key }]),
    check('peer', 'to_come', []),
    check('session', 'to_come', []),
  ];
}

export const fullChecks = (): TrustCheck[] => lobbyChecks().map((check) => ({ ...check, state: 'checked' }));

export function person(seed: number, nickname: string, rating: number | null, house = false): Person {
  return { public_key: keyOf(seed), nickname, agent_id: seed, rating, house };
}

interface OpenTable {
  nickname: string;
  rating: number | null;
  mode: ControlMode;
  game: string;
  message?: string;
  options?: LobbyEntry['options'];
  house?: boolean;
  gain?: LobbyEntry['gain'];
}

/** An open table in the lobby, each with its own key and id. */
export function openTable({
  nickname,
  rating,
  mode,
  game,
  message = '',
  options = {},
  house = false,
  gain = null,
}: OpenTable): LobbyEntry {
  made += 1;
  return {
    post_id: uuidOf(made),
    host: person(made, nickname, rating, house),
    protocol_id: keyOf(500 + made),
    protocol_name: game,
    family: gain ? `game:${game.toLowerCase().replaceAll(' ', '-')}` : null,
    host_control_mode: mode,
    message,
    type: 'supply',
    tags: [],
    options,
    own: false,
    for_me: false,
    created_at: 0,
    expires_at: 4_000_000_000_000,
    gain,
    cap: gain ? { used: 0, limit: 2, again_at: null } : null,
    checks: lobbyChecks(),
    refusal: null,
  };
}

export const openAsk = (key: string): OpenAsk => ({
  key,
  prompt: 'Drop a disc',
  choices: [
    { value: 4, label: 'column 4' },
    { value: 5, label: 'column 5' },
  ],
  asked_at: 0,
  proposal: null,
  plays_at: null,
  held: false,
  deadline_at: null,
});

export const moveOf = (number: number, by: Role, text: string): Table['moves'][number] => ({
  number,
  by,
  text,
  at: number * 1000,
  origin: null,
});

/** A table in mid-game, seen by its guest. */
export function playing(changes: Partial<Table> = {}): Table {
  return {
    table_id: '7c21e0aa',
    post_id: uuidOf(9),
    session_id: hex(77, 64),
    role: 'guest',
    control_mode: 'human',
    phase: 'playing',
    me: person(900, 'copperfinch', 1264),
    peer: person(2, 'tidewright', 1312),
    peer_control_mode: 'hybrid',
    protocol: { protocol_id: keyOf(600), name: 'Connect Four', mode: 'session_loop', family: 'game:connect-four' },
    options: {},
    hooks: null,
    steps: [],
    checks: fullChecks(),
    seq: 1,
    view: {},
    ask: null,
    moves: [],
    talk: [],
    sealed_rounds: [],
    connection: { kind: 'direct', rtt_ms: 18, quiet_since: null, gives_up_at: null },
    board: null,
    result: null,
    record: { frames: 4, head: hex(5, 64) },
    problem: null,
    started_at: 0,
    ended_at: null,
    settings: {},
    rematch_of: null,
    afterwards: { score: null, noted: false, declined: false, refused: false },
    ...changes,
  };
}
