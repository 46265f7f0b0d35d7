/**
 * What the clocks of both sides show. Pure: every time, `now` included, is a reading of main's clock (`clockTime` in
 * shared/bridge/shapes.ts).
 */
import type { Table } from '../bridge/tables.ts';
import { otherRole } from './hooks.ts';
import { isOver } from './rematch.ts';
import { leftSince } from './time-left.ts';

export interface SideClock {
  /**
   * `running`: this side is to move. `resting`: it is not. `chosen`: it has chosen where both choose at once, and waits for the other. `quiet`: it has gone silent, and its seat is kept for what is left. `off`: the
   * table has no clocks: a chat, a table that is joining or over.
   */
  state: 'running' | 'resting' | 'chosen' | 'quiet' | 'off';
  /**
   * Milliseconds left, until the agent plays its proposal if that comes first, and the whole allowance while the clock rests; null without a
   * limit, as for hooks that decide alone.
   */
  leftMs: number | null;
  allowanceMs: number | null;
  /** Words under the figures, `clock.<label>` in the texts of tables; null if `off`. `we_wait`: the limit is ours, not the peer's. */
  label: 'your_move' | 'agent_moves' | 'their_move' | 'per_move' | 'we_wait' | 'kept' | 'chosen' | null;
  /** What happens at zero; null without a limit. */
  atZero: 'loses' | 'ends' | null;
  /** Milliseconds spent on moves so far, with the current one. */
  usedMs: number;
}

const off: SideClock = { state: 'off', leftMs: null, allowanceMs: null, label: null, atZero: null, usedMs: 0 };

export function clocksOf(table: Table, now: number): Record<'own' | 'peer', SideClock> {
  if (isOver(table) || table.phase === 'joining' || table.limits === null) return { own: off, peer: off };
  return { own: ownClock(table, now), peer: peerClock(table, now) };
}

const chosen = (usedMs: number): SideClock => ({ ...off, state: 'chosen', label: 'chosen', usedMs });

function ownClock(table: Table, now: number): SideClock {
  const { ask, role, limits, control_mode, client, used_ms, concession } = table;
  const isTimed = control_mode !== 'autonomous' || client !== null;
  const allowanceMs = isTimed ? limits!.move_ms : null;
  const atZero = isTimed ? (concession === 'open' ? 'loses' : 'ends') : null;
  const spentMs = used_ms[role];
  if (ask === null && table.chosen.own) return chosen(spentMs);
  if (ask === null)
    return { state: 'resting', leftMs: allowanceMs, allowanceMs, label: 'per_move', atZero, usedMs: spentMs };
  const endsAt = ask.plays_at ?? ask.deadline_at;
  return {
    state: 'running',
    leftMs: endsAt === null ? null : leftSince(ask.asked_at, endsAt, now),
    allowanceMs: endsAt === null ? null : endsAt - ask.asked_at,
    label: control_mode === 'autonomous' || ask.plays_at !== null ? 'agent_moves' : 'your_move',
    atZero: endsAt === null || ask.plays_at !== null ? null : atZero,
    usedMs: spentMs + Math.max(0, now - ask.asked_at),
  };
}

/**
 * What the other side has told counts: its clock stands still while it isn't running. A person has the limit that the rules state. Where they state none, and for agents, whose limit isn't known, the
 * clock shows how long this side waits.
 */
function peerClock(table: Table, now: number): SideClock {
  const { connection, peer_asked_at, peer_ends_at, peer_deadline_at, limits, used_ms, concession } = table;
  const { quiet_since, gives_up_at } = connection;
  const spentMs = used_ms[otherRole(table.role)];
  if (quiet_since !== null)
    return {
      state: 'quiet',
      leftMs: gives_up_at === null ? null : leftSince(quiet_since, gives_up_at, now),
      allowanceMs: gives_up_at === null ? null : gives_up_at - quiet_since,
      label: 'kept',
      atZero: gives_up_at === null ? null : 'ends',
      usedMs: spentMs,
    };
  const isBound =
    peer_ends_at !== null || (table.peer_control_mode !== 'autonomous' && (limits!.agreed || concession !== 'none'));
  const allowanceMs = isBound ? limits!.move_ms : limits!.wait_ms;
  const atZero = isBound && concession === 'open' ? 'loses' : 'ends';
  if (peer_asked_at === null && table.chosen.peer) return chosen(spentMs);
  if (peer_asked_at === null)
    return {
      state: 'resting',
      leftMs: isBound ? allowanceMs : null,
      allowanceMs: isBound ? allowanceMs : null,
      label: 'per_move',
      atZero: isBound ? atZero : null,
      usedMs: spentMs,
    };
  const endsAt = peer_ends_at ?? (isBound ? peer_asked_at + allowanceMs : peer_deadline_at);
  return {
    state: 'running',
    leftMs: endsAt === null ? null : leftSince(peer_asked_at, endsAt, now),
    allowanceMs: endsAt === null ? null : allowanceMs,
    label: isBound ? 'their_move' : 'we_wait',
    atZero: endsAt === null ? null : atZero,
    usedMs: spentMs + Math.max(0, now - peer_asked_at),
  };
}

/**
 * The same snapshot with its running times on another clock, which reads `reading` as the snapshot is received: Unix milliseconds for
 * commands, another process's monotonic clock for programs that keep the snapshot.
 */
export function onClock(table: Table, reading: number): Table {
  const shift = <T extends number | null>(at: T) => (at === null ? null : at + reading - table.clock) as T;
  const { ask, connection } = table;
  return {
    ...table,
    ask: ask && {
      ...ask,
      asked_at: shift(ask.asked_at),
      plays_at: shift(ask.plays_at),
      deadline_at: shift(ask.deadline_at),
      ...(ask.fallback_at === undefined ? {} : { fallback_at: shift(ask.fallback_at) }),
    },
    steps: table.steps.map((step) => ({
      ...step,
      started_at: shift(step.started_at),
      deadline_at: shift(step.deadline_at),
    })),
    peer_asked_at: shift(table.peer_asked_at),
    peer_ends_at: shift(table.peer_ends_at),
    peer_deadline_at: shift(table.peer_deadline_at),
    stall: table.stall && { ...table.stall, since: shift(table.stall.since) },
    connection: {
      ...connection,
      quiet_since: shift(connection.quiet_since),
      gives_up_at: shift(connection.gives_up_at),
      ...(connection.unheard_since === undefined ? {} : { unheard_since: shift(connection.unheard_since) }),
    },
    clock: reading,
  };
}
