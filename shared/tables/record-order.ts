/** Where each line of a record may be, and the one way in which every reader finds those that a record has once. */
import { isJsonObject, type JsonObject } from '../json/value.ts';
import type { RecordLine } from './record.ts';

/** Kinds that a record has once: what was agreed, which side wrote it, and how it ended. */
type SingleKind = 'session' | 'start' | 'end';

/** Null for a line that can't be read. */
type Lines = readonly (RecordLine | null)[];

/** The index of the line of that kind, the first if there are several: a reader that took another would show another game. -1 without one. */
export const indexOfKind = (lines: Lines, kind: SingleKind): number =>
  lines.findIndex((line) => line?.entry.kind === kind);

/** The entry of the line at `indexOfKind`. */
export const entryOfKind = (lines: Lines, kind: SingleKind): JsonObject | null =>
  lines[indexOfKind(lines, kind)]?.entry ?? null;

/** SHA-256 of the hooks that played the seat of the writer, as it says. */
export function recordedHooksHash(lines: Lines): string | null {
  const hooks_hash = entryOfKind(lines, 'start')?.hooks_hash;
  return typeof hooks_hash === 'string' ? hooks_hash : null;
}

/** Whether an entry may follow the end of the game. */
export const isProofEntry = (entry: JsonObject | undefined): boolean =>
  entry?.kind === 'signed' || entry?.kind === 'signed_concession';

const parts = { session: 0, start: 1, play: 2, end: 3, proof: 4 } as const;

function partOf(entry: JsonObject): number {
  const { kind } = entry;
  if (kind === 'session' || kind === 'start' || kind === 'end') return parts[kind];
  return isProofEntry(entry) ? parts.proof : parts.play;
}

/** The index of the first line that is repeated or out of place; null if there is none. */
export function firstMisplaced(lines: Lines): number | null {
  const role = entryOfKind(lines, 'start')?.role;
  let part = -1;
  for (const [index, line] of lines.entries()) {
    if (line === null) continue;
    const ownPart = partOf(line.entry);
    // Only lines of the play may follow others of the same part; a second proof is invalid anyway.
    const isRepeated = ownPart === part && ownPart !== parts.play && ownPart !== parts.proof;
    if (ownPart < part || isRepeated) return index;
    const next = lines[index + 1];
    if (next && !mayPrecede(line.entry, next.entry, role)) return index;
    part = ownPart;
  }
  return null;
}

/** An agreed draw and the other side's concession end the game at once; this side's own may still wait for an answer. */
function mayPrecede({ kind, by }: JsonObject, next: JsonObject, role: unknown): boolean {
  if (kind !== 'draw' && (kind !== 'concession' || by === role)) return true;
  const isNamed = kind === 'draw' ? next.agreed === true : next.conceded !== undefined;
  return next.kind === 'end' && (isNamed || next.completed !== true);
}

/** Whether every reader takes the entry, of kind `frame`, for the same message of the same side. */
export const isFrameEntry = ({ direction, frame, text }: JsonObject): boolean =>
  (direction === 'sent' || direction === 'received') &&
  (text === undefined ? isJsonObject(frame) : typeof text === 'string' && frame === undefined);
