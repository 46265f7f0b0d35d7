/**
 * Rebuilds a table from its resume log. The engine is pure: the same events lead to the same state, record and messages, nonces
 * included. A restarted side therefore repeats exactly what it sent before the restart.
 */
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { clientRefSchema } from '../../../shared/tables/client.ts';
import type { Effect, Engine, TableEvent } from '../../../shared/tables/engine-types.ts';
import { FrameHistory } from '../../../shared/tables/frame-history.ts';
import { isResent, readSystemFrame } from '../../../shared/tables/frames.ts';
import { controlModeSchema, roleSchema } from '../../../shared/tables/hooks.ts';
import type { Outcome } from '../../../shared/tables/outcome.ts';
import { nextLine, type RecordEntry, type RecordLine } from '../../../shared/tables/record.ts';
import { isProofEntry } from '../../../shared/tables/record-order.ts';
import { MessageChains } from '../../../shared/tables/record-proof.ts';
import type { Environment } from '../environment.ts';
import { type ResumeLogLocation, readResumeEnds } from './resume-log.ts';

const hexSchema = z.string().regex(/^[0-9a-f]+$/);

/** First line of a resume log: the game's terms, and how to reach the peer again. */
export const resumeHeadSchema = z.object({
  version: z.literal(1),
  role: roleSchema,
  control_mode: controlModeSchema,
  /** Byte for byte as received. */
  spec: z.string(),
  options: z.custom<JsonObject>(),
  manner: z.string().nullable(),
  client: clientRefSchema.nullable().default(null),
  extra_args: z.array(z.string()),
  /** Text of the hooks file. */
  hooks: z.string(),
  seed: hexSchema,
  concede: z.boolean(),
  /** Absent in logs of earlier versions. */
  no_premoves: z.boolean().default(false),
  /** Whether both sides sign the record; missing in logs of earlier versions. */
  sign_record: z.boolean().default(false),
  /** Whether both sides show remarks; missing in logs of earlier versions. */
  remarks: z.boolean().default(false),
  /** Whether the game can be drawn by agreement; missing in logs of earlier versions. */
  draws: z.boolean().default(false),
  /** Whether both sides tell what their clocks show; missing in logs of earlier versions. */
  clocks: z.boolean().default(false),
  /** Whether this side tells the end of the game; missing in logs of earlier versions. */
  tells_end: z.boolean().default(false),
  pace_ms: z.number(),
  heartbeat: z.object({ intervalMs: z.number(), timeoutMs: z.number(), graceMs: z.number() }),
  family: z.string().nullable(),
  seated: z.object({
    session_id: hexSchema,
    post_id: z.string(),
    host_public_key: hexSchema,
    guest_public_key: hexSchema,
    protocol_id: hexSchema,
    session_nonce: hexSchema,
    host_signature: hexSchema,
    guest_signature: hexSchema,
    peer_control_mode: controlModeSchema,
  }),
  token: hexSchema,
  /** Guest: the host's first ticket. */
  ticket: z.string().nullable(),
  started_at: z.int(),
});
export type ResumeHead = z.infer<typeof resumeHeadSchema>;

/** The log is encrypted under the identity's key: its events need no full validation. */
const eventSchema = z.custom<TableEvent>(
  (value) => z.looseObject({ type: z.string(), now: z.number(), at: z.number() }).safeParse(value).success,
);

/** Whether the table can be resumed: its grace period, after which the peer gives up, has not passed. */
export async function canResume(location: ResumeLogLocation): Promise<boolean> {
  const ends = await readResumeEnds(location);
  const head = resumeHeadSchema.safeParse(ends?.head);
  if (!head.success) return false;
  const lastEventAt = eventSchema.safeParse(ends?.last).data?.at ?? head.data.started_at;
  return Date.now() <= Math.max(lastEventAt, ends?.aliveAt ?? 0) + head.data.heartbeat.graceMs;
}

export interface RestoredTable {
  engine: Engine;
  /** The frames to repeat on another connection. */
  history: FrameHistory;
  /** The messages that the record contains. */
  messages: MessageChains;
  /** Hook calls whose results are pending. */
  pendingCalls: Extract<Effect, { type: 'call' }>[];
  /** Entries that the earlier process had not yet written to the record. */
  missingEntries: { entry: RecordEntry; at: number }[];
  /** Monotonic: time of the next `time` event. */
  nextWakeAt: number | null;
  /** Time of the last event: monotonic milliseconds of its process, and Unix milliseconds. */
  lastMonotonicMs: number;
  lastUnixMs: number;
  /** Monotonic: deadline of the open question. */
  askDeadline: number | null;
  outcome: Outcome | null;
  /** Unix milliseconds. */
  endedAt: number | null;
  /** `session_end` has run. */
  isDone: boolean;
}

/** Minimum time left for the open question after a restart. */
const minTimeLeftMs = 30_000;

/** How far the table's clock advances over a restart: by the elapsed time, but not past the open question's deadline. */
export function clockAdvance(
  { lastMonotonicMs, lastUnixMs, askDeadline }: Pick<RestoredTable, 'lastMonotonicMs' | 'lastUnixMs' | 'askDeadline'>,
  wallNow: number,
): number {
  const elapsed = Math.max(0, wallNow - lastUnixMs);
  return askDeadline === null ? 0 : Math.min(elapsed, Math.max(0, askDeadline - lastMonotonicMs - minTimeLeftMs));
}

/** Seed for the resumed hooks: the first seed would repeat randomness that the peer has seen. */
export const resumeSeedOf = ({ seed }: ResumeHead, lines: readonly unknown[]): string =>
  hash('sha256', `${seed}:${lines.length}`).slice(0, 32);

/** An environment whose monotonic clock continues that of the earlier process. */
export function restoredClock(restored: RestoredTable, environment: Environment): Environment {
  const clockOffset = restored.lastMonotonicMs + clockAdvance(restored, environment.wall()) - environment.monotonic();
  return {
    monotonic: () => environment.monotonic() + clockOffset,
    wall: () => environment.wall(),
    after: (ms, callback) => environment.after(ms, callback),
    entropy: () => environment.entropy(),
  };
}

/** Whether the event must be on disk before the effect becomes visible to others. */
export function mustBeDurable(effect: Effect): boolean {
  if (effect.type === 'record') return effect.durable;
  if (effect.type !== 'send') return false;
  const system = readSystemFrame(effect.frame);
  // An offer may be accepted by the time this side is back.
  return isResent(system) || system?.kind === 'draw';
}

/** Events that are replayed before others of this process get their turn. */
const eventsAtOnce = 100;

/**
 * Replays every event of `lines` after the head. Throws `interrupted` if the result differs from the record, which then cannot
 * be trusted.
 */
export async function rebuildTable(
  engine: Engine,
  head: ResumeHead,
  lines: readonly unknown[],
  record: readonly RecordLine[],
): Promise<RestoredTable> {
  const restored: RestoredTable = {
    engine,
    history: new FrameHistory(),
    messages: new MessageChains(),
    pendingCalls: [],
    missingEntries: [],
    nextWakeAt: null,
    lastMonotonicMs: 0,
    lastUnixMs: 0,
    askDeadline: null,
    outcome: null,
    endedAt: null,
    isDone: false,
  };
  let lastLine: RecordLine | null = null;
  let seq = 0;
  const addEntry = (entry: RecordEntry, at: number) => {
    const line: RecordLine = nextLine(lastLine, at, entry);
    const recordedLine = record[seq];
    if (recordedLine === undefined) restored.missingEntries.push({ entry, at });
    else if (recordedLine.head !== line.head) throw mismatchError();
    else restored.messages.addEntry(head.role, entry);
    lastLine = line;
    seq += 1;
  };

  addEntry({ kind: 'session', ...head.seated }, head.started_at);
  for (const [index, line] of lines.slice(1).entries()) {
    if (index % eventsAtOnce === 0) await nextTurn();
    const event = eventSchema.parse(line);
    restored.lastMonotonicMs = event.now;
    restored.lastUnixMs = event.at;
    if (event.type === 'frame' && isResent(readSystemFrame(event.frame))) restored.history.receive(event.frame);
    if (event.type === 'hook_result' || event.type === 'hook_failed')
      restored.pendingCalls = restored.pendingCalls.filter(({ call }) => call !== event.call);
    for (const effect of engine.handle(event)) {
      if (effect.type === 'record') addEntry(effect.entry, event.at);
      else if (effect.type === 'call') restored.pendingCalls.push(effect);
      else if (effect.type === 'wake') restored.nextWakeAt = effect.at;
      else if (effect.type === 'done') restored.isDone = true;
      else if (effect.type === 'send' && isResent(readSystemFrame(effect.frame))) restored.history.send(effect.frame);
      else if (effect.type === 'ended') {
        restored.outcome = effect.outcome;
        restored.endedAt = event.at;
        restored.pendingCalls = [];
      }
    }
  }
  if (record.slice(seq).some(({ entry }) => !isProofEntry(entry))) throw mismatchError();
  restored.askDeadline = engine.game((monotonic) => monotonic).ask?.deadline_at ?? null;
  return restored;
}

const mismatchError = () => new ParlorError('interrupted', 'The resume log of this table does not match its record.');
