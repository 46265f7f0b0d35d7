/**
 * A table as its board sees it: the accepted messages in order, with the fields that may affect a game, and how it ended. Derived
 * from the entries of the table's record alone, so that it is the same at both seats, without hooks, after a restart, in the Studio
 * and in a replay.
 */
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { validateMessage } from '../protocol/message.ts';
import { type FieldDefinition, flowMode, gameFieldTypes, type MessageDefinition, type Spec } from '../protocol/spec.ts';
import { optionsWithoutText } from './chat-text.ts';
import { directionFrom, otherRole, type Role, roleSchema, winnerSchema } from './hooks.ts';
import { concededSchema, stopReasonSchema, stopReasons, toldReasonOf } from './outcome.ts';
import { frameOfEntry, type RecordEntry } from './record.ts';

const boardValueSchema = z.union([z.string(), z.number(), z.boolean()]);

export const boardMessageSchema = z.object({
  /** From 1, counted over both sides. */
  number: z.int(),
  direction: z.enum(['host_to_guest', 'guest_to_host']),
  action: z.string(),
  /** The fields of type integer, enum or boolean, and arrays of them. A sealed value appears once it has been opened. */
  fields: z.record(z.string(), z.union([boardValueSchema, z.array(boardValueSchema)])),
});
export type BoardMessage = z.infer<typeof boardMessageSchema>;

export const boardRecordSchema = z.object({
  seat: roleSchema,
  /** The agreed options, without texts. */
  options: z.record(z.string(), z.json()),
  /** In a chat, only the newest. */
  messages: z.array(boardMessageSchema),
  end: z
    .object({
      completed: z.boolean(),
      winner: winnerSchema.nullable(),
      reason: z.string().nullable(),
      /** Only if the other side won because this one resigned or ran out of time. */
      conceded: concededSchema.optional(),
      /** Only if both sides agreed to the draw. */
      agreed: z.literal(true).optional(),
      /** Only if the table was not completed: which side ended it early, or was silent for too long, and why. */
      stopped: z.object({ by: roleSchema, code: stopReasonSchema }).optional(),
    })
    .nullable(),
});
type Stopped = NonNullable<NonNullable<z.infer<typeof boardRecordSchema>['end']>['stopped']>;
export type BoardRecord = z.infer<typeof boardRecordSchema>;

/** A chat has no natural end; its texts are in `talk`. */
const chatMessagesMax = 200;

/** Problems of an end that mean that the last received message was rejected. */
const rejectionCodes: readonly ErrorCode[] = [
  'commit_copied',
  'commit_mismatch',
  'frame_invalid',
  'judge_disagrees',
  'message_invalid',
  'out_of_turn',
  'peer_flooded',
];

/** What was collected for the board's record: data, which a worker can pass on. */
export interface RecordedBoard {
  terms: Pick<BoardRecord, 'seat' | 'options'> | null;
  messages: readonly BoardMessage[];
  end: BoardRecord['end'];
  isChat: boolean;
}

/** As of the first `count` messages; `includeEnd`: with how the table ended. Null before the entry `start`. */
export function boardRecordAfter(
  { terms, messages, end, isChat }: RecordedBoard,
  count: number,
  includeEnd: boolean,
): BoardRecord | null {
  const from = isChat ? Math.max(0, count - chatMessagesMax) : 0;
  return terms && { ...terms, messages: messages.slice(from, count), end: includeEnd ? end : null };
}

/** Collects the board's record from the entries of a table's record, in order. */
export class BoardRecorder {
  readonly #spec: Spec;
  #terms: Pick<BoardRecord, 'seat' | 'options'> | null = null;
  readonly #messages: BoardMessage[] = [];
  #end: BoardRecord['end'] = null;
  #hasStarted = false;
  /** Whether the last frame was received and is the last message, which the next entries may reject. */
  #lastMayBeRejected = false;
  #latest: BoardRecord | null = null;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** The number of messages so far. */
  get messageCount(): number {
    return this.#messages.length;
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** As of the last entry; null before the entry `start`. */
  get latest(): BoardRecord | null {
    this.#latest ??= boardRecordAfter(this.recorded, this.messageCount, this.hasEnded);
    return this.#latest;
  }

  /** It changes with later entries. */
  get recorded(): RecordedBoard {
    const isChat = flowMode(this.#spec) === 'free';
    return { terms: this.#terms, messages: this.#messages, end: this.#end, isChat };
  }

  /** `entry`: a RecordEntry, or one read from a file. Returns whether it changed the board's record. */
  add(entry: RecordEntry | JsonObject): boolean {
    // As for every reader of a record, only the first start and the first end count, and nothing follows the end.
    if (this.hasEnded || (entry.kind === 'start' && this.#hasStarted)) return false;
    const before = this.messageCount;
    if (entry.kind === 'start') this.#addStart(entry);
    else if (entry.kind === 'frame') this.#addFrame(entry as JsonObject);
    else if (entry.kind === 'warning') this.#dropRejected();
    else if (entry.kind === 'end') this.#addEnd(entry as JsonObject);
    const changed = this.messageCount !== before || entry.kind === 'start' || entry.kind === 'end';
    if (changed) this.#latest = null;
    return changed;
  }

  #addStart({ role, options }: { role?: unknown; options?: unknown }) {
    this.#hasStarted = true;
    const seat = roleSchema.safeParse(role).data;
    if (!seat) return;
    this.#terms = { seat, options: isJsonObject(options) ? optionsWithoutText(this.#spec, options) : {} };
  }

  #addFrame(entry: JsonObject) {
    const frame = frameOfEntry(entry);
    // An error ends the table and is not part of the game.
    if (!this.#terms || frame?.action === 'error') return;
    const sender = entry.direction === 'sent' ? this.#terms.seat : otherRole(this.#terms.seat);
    const message = frame && messageOf(this.#spec, frame, sender);
    if (message) this.#messages.push({ number: this.messageCount + 1, ...message });
    this.#lastMayBeRejected = message !== null && entry.direction === 'received';
  }

  #dropRejected() {
    if (this.#lastMayBeRejected) this.#messages.pop();
    this.#lastMayBeRejected = false;
  }

  #addEnd({ completed, winner, reason, problem, conceded, agreed }: JsonObject) {
    const { code, detail } = isJsonObject(problem) ? problem : {};
    const isOwnMessage = isJsonObject(detail) && detail.direction === 'sent';
    if (rejectionCodes.includes(code as ErrorCode) && !isOwnMessage) this.#dropRejected();
    const concession = concededSchema.safeParse(conceded).data;
    const stopped =
      this.#terms && completed !== true ? stopOf(this.#terms.seat, code, isJsonObject(detail) ? detail : {}) : null;
    this.#end = {
      completed: completed === true,
      winner: winnerSchema.safeParse(winner).data ?? null,
      reason: typeof reason === 'string' ? reason : null,
      ...(concession && { conceded: concession }),
      ...(agreed === true && { agreed }),
      ...(stopped && { stopped }),
    };
  }
}

/** Who ended a table early, and why, from the code and the detail of its problem at a seat; null if that is unknown. */
function stopOf(seat: Role, code: unknown, detail: JsonObject): Stopped | null {
  const other = otherRole(seat);
  const reasonOf = (each: unknown) => (typeof each === 'string' ? stopReasons.get(each) : undefined);
  // A side that ends the table names its own problem; any other one that it names stands for having left.
  if (code === 'peer_aborted') {
    const told = toldReasonOf(detail);
    return told === 'waited' ? { by: seat, code: 'silent' } : { by: other, code: told ?? 'left' };
  }
  if (code === 'peer_unresponsive' || code === 'peer_stalled') return { by: other, code: 'silent' };
  const reason = reasonOf(code);
  // A message that this side could not send was its own hooks' fault.
  if (reason === 'refused_message' && detail.direction === 'sent') return { by: seat, code: 'code_failed' };
  return reason ? { by: seat, code: reason } : null;
}

/** Null if the message is invalid. */
function messageOf(spec: Spec, frame: JsonObject, sender: Role): Omit<BoardMessage, 'number'> | null {
  const direction = directionFrom(sender);
  if (validateMessage(spec, frame, direction).length > 0) return null;
  const action = String(frame.action);
  const definition = spec.messages.find(
    (each) => [direction, 'both'].includes(each.direction) && actionsOf(each).includes(action),
  );
  const gameFields = Object.entries(definition?.fields ?? {}).filter(
    ([name, field]) => name !== 'action' && frame[name] !== undefined && mayAffectGame(field),
  );
  const fields = Object.fromEntries(gameFields.map(([name]) => [name, frame[name]])) as BoardMessage['fields'];
  return { direction, action, fields };
}

const actionsOf = ({ fields: { action } }: MessageDefinition): string[] =>
  (action?.type === 'enum' && action.values) || [];

const mayAffectGame = (field: FieldDefinition): boolean =>
  gameFieldTypes.includes(field.type === 'array' ? field.items.type : field.type);
