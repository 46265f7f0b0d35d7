/** Sample snapshots, as main sends them. */
import pins from '../../resources/protocols/pins.json' with { type: 'json' };
import type { LobbyEntry, OpenQuestion, Person, Table, TrustCheck } from '../../shared/bridge/contract.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';

let tableCount = 0;
/** Hex digits that look random but are the same in every run. */
const hex = (seed: number, length: number) =>
  Array.from({ length }, (_, i) => ((seed * 7919 + i * 104729 + seed * i * 31) % 16).toString(16)).join('');

/** A public key in form only: 64 hex digits, different for each number. */
export const keyOf = (seed: number): string => sha256Hex(String(seed));

/** The real id of a bundled protocol, since labels are translated by id; a made-up one for other names. */
export const protocolIdNamed = (name: string): string =>
  (pins as Record<string, { protocol_id: string }>)[folderOf(name) ?? '']?.protocol_id ?? sha256Hex(name);

function folderOf(name: string): string | null {
  const folder = name.toLowerCase().replaceAll(' ', '-');
  return folder in pins ? folder : null;
}

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
  tableCount += 1;
  return {
    post_id: uuidOf(tableCount),
    host: person(tableCount, nickname, rating, house),
    protocol_id: protocolIdNamed(game),
    protocol_name: game,
    bundled: folderOf(game),
    known: true,
    family: gain ? `game:${game.toLowerCase().replaceAll(' ', '-')}` : null,
    host_control_mode: mode,
    message,
    type: game === 'Chat' ? 'chat' : 'game',
    tags: [],
    options,
    own: false,
    house: house ? { strength: 'easy', place: tableCount, game: 0, games: 1 } : null,
    for_me: false,
    created_at: 0,
    expires_at: 4_000_000_000_000,
    gain,
    cap: gain ? { used: 0, limit: 2, again_at: null } : null,
    checks: lobbyChecks(),
    refusal: null,
  };
}

export const openAsk = (key: string): OpenQuestion => ({
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
  automatic: false,
  reason: null,
});

/** A table during a game, as seen by its guest. */
export function playing(changes: Partial<Table> = {}): Table {
  return {
    table_id: '7c21e0aa',
    post_id: uuidOf(9),
    session_id: hex(77, 64),
    role: 'guest',
    control_mode: 'human',
    manner: null,
    client: null,
    phase: 'playing',
    me: person(900, 'copperfinch', 1264),
    peer: person(2, 'tidewright', 1312),
    peer_control_mode: 'hybrid',
    peer_manner: null,
    protocol: {
      ...{ protocol_id: protocolIdNamed('Connect Four'), name: 'Connect Four' },
      ...{ mode: 'session_loop', family: 'game:connect-four' },
    },
    options: {},
    hooks: { hash: hex(61, 64), by_hand: false, decides: true, manners: ['steady', 'easy', 'sharp'] },
    steps: [],
    checks: fullChecks(),
    seq: 1,
    view: {},
    board_record: { seat: 'guest', options: {}, messages: [], end: null },
    ask: null,
    ahead: null,
    premove: null,
    peer_asked_at: null,
    chosen: { own: false, peer: false },
    peer_ends_at: null,
    peer_deadline_at: null,
    limits: { move_ms: 120_000, agreed: true, wait_ms: 600_000 },
    used_ms: { host: 0, guest: 0 },
    clock: 0,
    moves: [],
    talk: [],
    sealed_rounds: [],
    concession: 'none',
    draw: 'none',
    absence: { own: null, peer: { used_ms: 0, allowed_ms: 120_000 } },
    stall: null,
    connection: { kind: 'direct', rtt_ms: 18, quiet_since: null, gives_up_at: null },
    board: null,
    result: null,
    record: { frames: 4, head: hex(5, 64), lines: 6 },
    problem: null,
    order: changes.started_at ?? 0,
    started_at: 0,
    ended_at: null,
    settings: {},
    rematch_of: null,
    afterwards: { score: null, noted: false, declined: false, refused: false, seen: true },
    ...changes,
  };
}
