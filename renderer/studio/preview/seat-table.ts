import type { Person, StudioGame, StudioProject, Table } from '../../../shared/bridge/contract.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { hasSealed } from '../../../shared/tables/moves.ts';

/** No key: the seats of a preview belong to nobody. */
const noKey = '0'.repeat(64);

const personNamed = (nickname: string): Person => ({
  public_key: noKey,
  nickname,
  agent_id: null,
  rating: null,
  house: false,
});

/** A seat of the preview as the table that its player would see, without a community and a connection. `names` are shown for the seats. */
export function seatTable(
  { project_id, protocol_id, name, spec, board }: StudioProject,
  { run, options, seats, frame_count }: StudioGame,
  role: Role,
  names: Record<Role, string>,
): Table {
  const seat = seats[role];
  const { outcome, control_mode } = seat;
  const peer = otherRole(role);
  return {
    table_id: `${project_id} ${run} ${role}`,
    post_id: '',
    session_id: null,
    ...{ role, control_mode, manner: null, client: null },
    phase: outcome === null ? 'playing' : outcome.completed ? 'finished' : 'failed',
    me: personNamed(names[role]),
    peer: personNamed(names[peer]),
    peer_control_mode: seats[peer].control_mode,
    peer_manner: null,
    protocol: { protocol_id: protocol_id ?? noKey, name, mode: spec?.mode ?? 'session_loop', family: null },
    options,
    hooks: { hash: noKey, by_hand: seat.hooks === 'by_hand', decides: seat.can_decide, manners: [] },
    ...{ steps: [], checks: [] },
    seq: seat.seq,
    view: seat.view,
    board_record: seat.board_record,
    // The Studio holds a hybrid seat's proposals so that they wait for the author, which nobody has to be told.
    ask: seat.ask && { ...seat.ask, held: false },
    ...{ ahead: null, premove: null },
    peer_asked_at: seat.peer_asked_at,
    chosen: { own: hasSealed(seat.sealed_rounds, role), peer: hasSealed(seat.sealed_rounds, peer) },
    peer_ends_at: null,
    peer_deadline_at: seat.peer_deadline_at,
    limits: seat.limits,
    used_ms: seat.used_ms,
    clock: 0,
    moves: seat.moves,
    talk: seat.talk,
    sealed_rounds: seat.sealed_rounds,
    ...{ concession: 'none', draw: 'none', stall: null },
    absence: { own: null, peer: { used_ms: 0, allowed_ms: 0 } },
    connection: { kind: 'direct', rtt_ms: 0, quiet_since: null, gives_up_at: null },
    board: board && { source: 'local', manifest_hash: board.manifest_hash, author: '' },
    result: resultOf(outcome, role),
    record: { frames: frame_count, head: null, lines: 0 },
    problem: outcome?.problem ?? null,
    ...{ order: 0, started_at: 0, ended_at: null, settings: {}, rematch_of: null },
    afterwards: { score: null, noted: false, declined: false, refused: false, seen: true },
  };
}

function resultOf(outcome: StudioGame['seats']['host']['outcome'], role: Role): Table['result'] {
  if (!outcome?.completed) return null;
  const { winner, reason } = outcome;
  return {
    winner,
    outcome: winner === null ? 'none' : winner === 'draw' ? 'drawn' : winner === role ? 'won' : 'lost',
    reason,
    state: 'unrated',
    reports: { mine: null, mine_at: null, theirs: null, theirs_at: null },
    ...{ rating: null, cap: null },
  };
}
