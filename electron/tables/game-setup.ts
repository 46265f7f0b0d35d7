/** The options of one side of a table, and the parts from which its game starts after the handshake. */
import type { Person, SeatSettings, ShownTerms, Table } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { ClientRef } from '../../shared/tables/client.ts';
import type { HeartbeatSettings } from '../../shared/tables/engine-types.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import type { Channel } from '../p2p/channel.ts';
import type { Capabilities } from './joining/capabilities.ts';
import type { EstablishedSession } from './joining/handshake.ts';
import type { ResumeCredentials } from './reconnect/reconnecting-channel.ts';

export interface PlayOptions {
  control_mode: ControlMode;
  /** Plays the seat instead of the hooks. */
  client?: ClientRef;
  /** A strength or style that the hooks file offers. */
  manner?: string;
  /** Milliseconds that an agent's answer waits before it is played. */
  paceMs?: number;
  /** Heartbeat of this side, milliseconds; interval 0 turns it off. */
  heartbeat?: Partial<HeartbeatSettings>;
  /** Play with generated hooks whose methods are not all implemented. */
  allowSkeleton?: boolean;
  /** Guest: fetch and store the board that the protocol's author published, if there is none on this computer. */
  acceptPublishedBoard?: boolean;
  /** Guest: accept the host's board for this table, if there is no other. */
  acceptHostBoard?: boolean;
  /** Guest: accept this one of the host's alone, by its manifest hash, also in place of another: the guest tests it. */
  testedBoard?: string;
  /** Guest: what the user was shown. */
  shown?: ShownTerms;
  /** Extra input for the hooks; only for protocols with manual decisions. */
  extraArgs?: string[];
  /** Host: neither side may choose moves ahead. */
  noPremoves?: boolean;
  /** Host: neither side reports who won. */
  unrated?: boolean;
  /** Host: offer the board to the guest. */
  shareBoard?: boolean;
  /** Id of the table that this one is a rematch of. */
  rematchOf?: string;
}

/** The settings that a rematch repeats. */
export function settingsOf({ paceMs, heartbeat, noPremoves, unrated, extraArgs }: PlayOptions): Table['settings'] {
  const { intervalMs, timeoutMs } = heartbeat ?? {};
  return {
    ...(paceMs === undefined ? {} : { pace_ms: paceMs }),
    ...(intervalMs === undefined || timeoutMs === undefined
      ? {}
      : { heartbeat: { interval_ms: intervalMs, timeout_ms: timeoutMs } }),
    ...(noPremoves ? { no_premoves: true } : {}),
    ...(unrated ? { unrated: true } : {}),
    ...(extraArgs === undefined ? {} : { extra_args: extraArgs }),
  };
}

/** Hooks that are being started. */
export interface HooksLaunch {
  seed: string;
  ready: Promise<HookHost>;
  dispose(): Promise<void>;
}

/** The parts from which a game starts after the handshake. */
export interface GameSetup extends Capabilities {
  channel: Channel;
  credentials: ResumeCredentials | null;
  /** Guest: the ticket that was dialled. */
  ticket: string | null;
  /** Whether neither side reports who won. */
  unrated: boolean;
  session: EstablishedSession;
  protocol: LibraryProtocol;
  /** The host's board, for this table only. */
  board: Board | null;
  /** Text of the hooks file. */
  hooksText: string;
  /** Hooks that were started during the handshake. */
  hooksLaunch?: HooksLaunch;
  options: JsonObject;
  family: string | null;
  peer: Person;
  checks: Table['checks'];
  playOptions: PlayOptions;
}

/** From the arguments of a bridge call. */
export function playOptionsOf({
  control_mode,
  pace_ms,
  heartbeat,
  allow_skeleton,
  no_premoves,
  unrated,
  extra_args,
}: SeatSettings): PlayOptions {
  return {
    control_mode,
    ...(pace_ms === undefined ? {} : { paceMs: pace_ms }),
    ...(heartbeat ? { heartbeat: { intervalMs: heartbeat.interval_ms, timeoutMs: heartbeat.timeout_ms } } : {}),
    ...(allow_skeleton === undefined ? {} : { allowSkeleton: allow_skeleton }),
    ...(no_premoves === undefined ? {} : { noPremoves: no_premoves }),
    ...(unrated === undefined ? {} : { unrated }),
    ...(extra_args === undefined ? {} : { extraArgs: extra_args }),
  };
}
