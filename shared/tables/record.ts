/**
 * The record of a table: every frame, decision and event in order, each entry chained to the previous one by its hash, so that
 * changing, removing or moving an entry changes every later hash.
 */
import { z } from 'zod';
import { asciiJson } from '../json/ascii.ts';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { hex64 } from '../signing/grammar.ts';
import { sha256Hex } from '../signing/hash.ts';
import type { SharedParts } from '../signing/texts.ts';
import type { ClientState } from './client.ts';
import type { Claim } from './frames.ts';
import type { Answer, ControlMode, Proposer, Role } from './hooks.ts';
import type { MoveOrigin } from './moves.ts';
import type { ConcessionCode, Outcome } from './outcome.ts';

/** An entry before it is added to the chain. */
export type RecordEntry =
  /** The text that both keys signed, with their signatures. */
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
      /** SHA-256 of the hooks file that this seat uses until the end. */
      hooks_hash: string;
      /** SHA-256 of the spec's text, if both sides sign the record. */
      spec_hash?: string;
      /** The name of the client that plays this seat. */
      client?: string;
    }
  | { kind: 'frame'; direction: 'sent' | 'received'; frame: JsonObject }
  /** A frame without a canonical form, as ASCII text. */
  | { kind: 'frame'; direction: 'sent' | 'received'; text: string }
  /** A side conceded. Whether it lost is in the `end` entry: the game may have ended by its rules meanwhile. */
  | { kind: 'concession'; by: Role; code: ConcessionCode }
  /** Both sides agreed to a draw, which one of them had offered. */
  | { kind: 'draw'; offered_by: Role }
  /**
   * `proposal`: the agent's, if the person played something else. At a seat with a client, `proposer` and `reason` describe the
   * answer or the replaced proposal. `ahead`: the person chose it before it was asked.
   */
  | {
      kind: 'decision';
      key: string;
      value: Answer;
      origin: MoveOrigin;
      ahead?: true;
      proposal?: Answer;
      proposer?: Proposer;
      reason?: string;
    }
  /** The client of this seat connected, disconnected or was removed. */
  | { kind: 'client'; state: ClientState }
  /** Who decides at this seat from here on. `manner`: the agent's new difficulty, if changed. */
  | { kind: 'mode'; control_mode: ControlMode; manner?: string }
  /** The frame counts and hashes of both sides when they reconnected. */
  | { kind: 'compared'; mine: Claim; theirs: Claim }
  | { kind: 'event'; name: 'peer_unresponsive' | 'peer_resumed' | 'held' }
  /** The last frame was dropped and the table continued. */
  | { kind: 'warning'; code: 'message_invalid'; problems: string[] }
  | ({ kind: 'end' } & Outcome)
  /** After the end: the signatures of both sides, and what each of them signed of its record; see record-proof.ts. */
  | {
      kind: 'signed';
      host_record: string;
      guest_record: string;
      shared?: SharedParts;
      host_signature: string;
      guest_signature: string;
    }
  /** After the end, if the other side didn't sign the record: its concession, which it has signed. */
  | { kind: 'signed_concession'; by: Role; signature: string };

/** One line of a record: the chained body and the resulting hash. */
export const recordLineSchema = z.object({
  /** From 0, without gaps. */
  seq: z.int().min(0),
  /** Unix milliseconds, within the range of Date. */
  at: z.int().min(-8.64e15).max(8.64e15),
  /** Not parsed key by key, which would lose a peer's `__proto__`. */
  entry: z.custom<JsonObject>(isJsonObject),
  head: hex64,
});
export type RecordLine = z.infer<typeof recordLineSchema>;

/**
 * Stored beside a record, not chained: the view of the board and the number of moves when line `seq`, with that hash, had been
 * recorded.
 */
export const viewLineSchema = z.object({ seq: z.int().min(0), head: hex64, moves: z.int().min(0), view: z.json() });
export type ViewLine = z.infer<typeof viewLineSchema>;

/** The previous hash of the first entry. */
export const emptyHead = '0'.repeat(64);

/** SHA-256 over the previous hash and the canonical form of `{at, entry, seq}`; 64 hex digits. */
export function headAfter(head: string, lineBody: { seq: number; at: number; entry: JsonObject }): string {
  const text = canonicalJson({ at: lineBody.at, entry: lineBody.entry, seq: lineBody.seq });
  return sha256Hex(head + text);
}

/** The next line after `last`. An entry without a canonical form (for example with a lone surrogate) is recorded as ASCII text. */
export function nextLine(lastLine: { seq: number; head: string } | null, at: number, entry: RecordEntry): RecordLine {
  const seq = lastLine === null ? 0 : lastLine.seq + 1;
  const previous = lastLine?.head ?? emptyHead;
  const chainEntry = plainEntry(entry);
  try {
    return { seq, at, entry: chainEntry, head: headAfter(previous, { seq, at, entry: chainEntry }) };
  } catch (error) {
    if (entry.kind !== 'frame' || 'text' in entry) throw error;
    const textEntry: JsonObject = { kind: 'frame', direction: entry.direction, text: asciiJson(entry.frame) };
    return { seq, at, entry: textEntry, head: headAfter(previous, { seq, at, entry: textEntry }) };
  }
}

/** The frame of an entry of kind `frame`, in either form; null for any other entry. */
export function frameOfEntry({ frame, text }: JsonObject): JsonObject | null {
  if (isJsonObject(frame)) return frame;
  try {
    const value: unknown = JSON.parse(String(text));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The index of the first line that is not a record line (null) or doesn't continue the hash chain; null if there is none. */
export function firstBreak(lines: readonly (RecordLine | null)[]): number | null {
  let head = emptyHead;
  for (const [index, line] of lines.entries()) {
    if (line === null || line.seq !== index) return index;
    try {
      if (headAfter(head, line) !== line.head) return index;
    } catch {
      return index;
    }
    head = line.head;
  }
  return null;
}

/** Passed through JSON, so that the hashed value equals what a reader of the file hashes. */
const plainEntry = (entry: RecordEntry): JsonObject => JSON.parse(JSON.stringify(entry)) as JsonObject;
