/**
 * The record of a table: every frame, decision and turn of events in order, each entry chained to the one before by
 * its head, so that no entry can be changed, dropped or moved without every later head changing.
 */
import { z } from 'zod';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { hex64 } from '../signing/grammar.ts';
import { sha256Hex } from '../signing/hash.ts';
import type { Claim } from './frames.ts';
import type { Answer, ControlMode, Role } from './hooks.ts';
import type { MoveOrigin } from './moves.ts';
import type { Outcome } from './outcome.ts';

/** What happened, before it has a place in the chain. */
export type RecordEntry =
  /** What both keys signed, with their signatures. */
  | {
      kind: 'session';
      session_id: string;
      post_id: string;
      host_public_key: string;
      guest_public_key: string;
      protocol_id: string;
      session_nonce: string;
      host_signature: string;
      guest_signature: string;
    }
  | {
      kind: 'start';
      role: Role;
      control_mode: ControlMode;
      options: JsonObject;
      manner: string | null;
      /** SHA-256 of the hooks file this seat plays with to the end. */
      hooks_hash: string;
    }
  | { kind: 'frame'; direction: 'sent' | 'received'; frame: JsonObject }
  /** A frame that has no canonical form, as ASCII text. */
  | { kind: 'frame'; direction: 'sent' | 'received'; text: string }
  | { kind: 'decision'; key: string; value: Answer; origin: MoveOrigin }
  /** Both sides' account of the frames so far, when they met again on another connection. */
  | { kind: 'compared'; mine: Claim; theirs: Claim }
  | { kind: 'event'; name: 'peer_unresponsive' | 'peer_resumed' | 'held' }
  /** The last frame was dropped, and the table went on. */
  | { kind: 'warning'; code: 'message_invalid'; problems: string[] }
  | ({ kind: 'end' } & Outcome);

/** One line of a record: the chained body and the head it leads to. */
export const recordLineSchema = z.object({
  /** From 0, without gaps. */
  seq: z.int().min(0),
  /** Unix milliseconds. */
  at: z.int(),
  /** As it is: a copy by key would lose a peer's `__proto__`. */
  entry: z.custom<JsonObject>(isJsonObject),
  head: hex64,
});
export type RecordLine = z.infer<typeof recordLineSchema>;

/**
 * Beside a record, in no chain of its own: what a board saw, and how many moves there were, once the line `seq`, with that
 * head, was part of it.
 */
export const viewLineSchema = z.object({ seq: z.int().min(0), head: hex64, moves: z.int().min(0), view: z.json() });
export type ViewLine = z.infer<typeof viewLineSchema>;

/** The head before the first entry. */
export const emptyHead = '0'.repeat(64);

/** SHA-256 over the head before and the canonical form of `{at, entry, seq}`; 64 hex digits. */
export function headAfter(head: string, body: { seq: number; at: number; entry: JsonObject }): string {
  const text = canonicalJson({ at: body.at, entry: body.entry, seq: body.seq });
  return sha256Hex(head + text);
}

/** The next line after `last`. An entry without a canonical form (a lone surrogate, say) is kept as ASCII text. */
export function nextLine(last: { seq: number; head: string } | null, at: number, entry: RecordEntry): RecordLine {
  const seq = last === null ? 0 : last.seq + 1;
  const previous = last?.head ?? emptyHead;
  const plain = plainEntry(entry);
  try {
    return { seq, at, entry: plain, head: headAfter(previous, { seq, at, entry: plain }) };
  } catch (error) {
    if (entry.kind !== 'frame' || 'text' in entry) throw error;
    const kept: JsonObject = { kind: 'frame', direction: entry.direction, text: asciiJson(entry.frame) };
    return { seq, at, entry: kept, head: headAfter(previous, { seq, at, entry: kept }) };
  }
}

/** Checks a whole record; the index of the first line that does not fit, or null. */
export function firstBrokenLine(lines: readonly Json[]): number | null {
  let head = emptyHead;
  for (const [index, line] of lines.entries()) {
    const parsed = recordLineSchema.safeParse(line);
    if (!parsed.success || parsed.data.seq !== index) return index;
    try {
      if (headAfter(head, parsed.data) !== parsed.data.head) return index;
    } catch {
      return index;
    }
    head = parsed.data.head;
  }
  return null;
}

/** Through JSON once, so that what is hashed is what a reader of the file will hash. */
const plainEntry = (entry: RecordEntry): JsonObject => JSON.parse(JSON.stringify(entry)) as JsonObject;

const asciiJson = (value: Json): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
