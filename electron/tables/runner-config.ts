/** What a game is run with, and the engine that follows from it. */
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import type { ClientRef } from '../../shared/tables/client.ts';
import { createEngine, defaultHeartbeat } from '../../shared/tables/engine.ts';
import type { Engine, HeartbeatSettings } from '../../shared/tables/engine-types.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import type { Channel } from '../p2p/channel.ts';
import type { Environment } from './environment.ts';
import type { EstablishedSession } from './joining/handshake.ts';
import type { ResumeCredentials } from './reconnect/reconnecting-channel.ts';
import type { RestoredTable } from './reconnect/resume.ts';
import type { ResumeLog } from './reconnect/resume-log.ts';
import type { TableJournal } from './records/journal.ts';
import type { RecordSigner } from './records/record-signing.ts';
import type { LiveRemarks } from './remarks/table-remarks.ts';

export interface RunnerConfig {
  role: Role;
  control_mode: ControlMode;
  spec: Spec;
  options: JsonObject;
  /** A playing strength or style that the hooks offer. */
  manner: string | null;
  /** Plays this seat instead of the hooks' `decide`. */
  client?: ClientRef | null;
  extraArgs?: string[];
  hooks: HookHost;
  /** After the handshake: the next line is the first business frame. Null for a table resumed after a restart. */
  channel: Channel | null;
  /** For resuming after a lost connection; without them the game ends with its connection. */
  credentials?: ResumeCredentials | null;
  journal: TableJournal;
  /** First entry of the record: binds the hash chain to the session that both keys signed. */
  session?: EstablishedSession;
  /** Whether the game is rated and both sides support concessions. */
  canConcede?: boolean;
  /** False if the host has forbidden moves that are chosen ahead. */
  premoves?: boolean;
  /** Signs the record of a completed game, if both sides do. */
  recordSigner?: RecordSigner | null;
  /** What is said beside the game; null if the peer shows no remarks. */
  remarks?: LiveRemarks | null;
  /** Whether the game can be drawn, and both sides answer offers of a draw. */
  canDraw?: boolean;
  /** Whether both sides tell what their clocks show. */
  tellsClock?: boolean;
  /** Whether the hooks of this side don't know the rules. */
  byHand?: boolean;
  /** Whether the other side plays by hand, and is told the end of the game. */
  tellsEnd?: boolean;
  /** SHA-256 of the spec's text, for a record that is signed. */
  specHash?: string;
  /** Stores every event, so that the next process can resume the game; without it a restart ends the game. */
  resumeLog?: ResumeLog | null;
  /** State of an earlier process, rebuilt from its resume log. */
  restored?: RestoredTable | null;
  /** Unix milliseconds; now by default. */
  startedAt?: number;
  /** Milliseconds an agent's own answer waits before it is played; 0 by default. */
  paceMs?: number;
  heartbeat?: Partial<HeartbeatSettings>;
  /** Clock, timers and randomness; the system's by default. */
  environment?: Environment;
}

export const heartbeatOf = (config: Pick<RunnerConfig, 'heartbeat'>): HeartbeatSettings => ({
  ...defaultHeartbeat,
  ...config.heartbeat,
});

export const engineOf = (config: Omit<RunnerConfig, 'channel' | 'journal'>): Engine =>
  createEngine({
    role: config.role,
    control_mode: config.control_mode,
    spec: config.spec,
    options: config.options,
    manner: config.manner,
    client: config.client ?? null,
    ...(config.extraArgs ? { extraArgs: config.extraArgs } : {}),
    hooks_hash: config.hooks.hash,
    methods: config.hooks.methods,
    ...(config.recordSigner && config.specHash ? { spec_hash: config.specHash } : {}),
    concede: config.canConcede ?? false,
    draws: config.canDraw ?? false,
    clocks: config.tellsClock ?? false,
    byHand: config.byHand ?? false,
    tellsEnd: config.tellsEnd ?? false,
    premoves: config.premoves ?? true,
    paceMs: config.paceMs ?? 0,
    heartbeat: heartbeatOf(config),
  });
