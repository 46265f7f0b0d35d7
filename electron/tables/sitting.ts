/** How a seat is played, and what a table needs once both sides are seated. */
import type { Person, Play, Table } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { HeartbeatSettings } from '../../shared/tables/events.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import type { Channel } from '../p2p/channel.ts';
import type { Seated } from './handshake.ts';
import type { Way } from './line.ts';

export interface PlayOptions {
  control_mode: ControlMode;
  /** A strength or style of the hooks file; people and ordinary agents have none. */
  manner?: string;
  paceMs?: number;
  /** Heartbeat of this side, milliseconds; interval 0 turns it off. */
  heartbeat?: Partial<HeartbeatSettings>;
  allowSkeleton?: boolean;
  /** Guest: may fetch and keep the board that the protocol's author published, where this computer has none. */
  acceptUi?: boolean;
  /** Guest: may take the host's board for this table, where there is no other. */
  acceptHostUi?: boolean;
  /** Words for the hooks; only a protocol whose decisions are manual takes any. */
  extraArgs?: string[];
  /** Host: gives its board to a guest that takes it. */
  shareUi?: boolean;
  /** The table that this one is the rematch of. */
  rematchOf?: string;
}

/** What a rematch repeats. */
export function settingsOf({ paceMs, heartbeat, extraArgs }: PlayOptions): Table['settings'] {
  const { intervalMs, timeoutMs } = heartbeat ?? {};
  return {
    ...(paceMs === undefined ? {} : { pace_ms: paceMs }),
    ...(intervalMs === undefined || timeoutMs === undefined
      ? {}
      : { heartbeat: { interval_ms: intervalMs, timeout_ms: timeoutMs } }),
    ...(extraArgs === undefined ? {} : { extra_args: extraArgs }),
  };
}

/** What a table needs once both sides are seated. */
export interface Sitting {
  channel: Channel;
  way: Way | null;
  seated: Seated;
  protocol: LibraryProtocol;
  /** The host's, for this table only. */
  board: Board | null;
  hooks: string;
  options: JsonObject;
  family: string | null;
  peer: Person;
  checks: Table['checks'];
  play: PlayOptions;
}

/** As a window or a command asks for it. */
export function playOptions({ control_mode, pace_ms, heartbeat, allow_skeleton, extra_args }: Play): PlayOptions {
  return {
    control_mode,
    ...(pace_ms === undefined ? {} : { paceMs: pace_ms }),
    ...(heartbeat ? { heartbeat: { intervalMs: heartbeat.interval_ms, timeoutMs: heartbeat.timeout_ms } } : {}),
    ...(allow_skeleton === undefined ? {} : { allowSkeleton: allow_skeleton }),
    ...(extra_args === undefined ? {} : { extraArgs: extra_args }),
  };
}
