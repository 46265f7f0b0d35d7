/** Rebuilds the positions of a table from its record. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { canonicalOrPlainJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { readSpec, type Spec } from '../../../shared/protocol/spec.ts';
import { BoardRecorder } from '../../../shared/tables/board-record.ts';
import { chatTextsOf } from '../../../shared/tables/chat-text.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { type RecordLine, type ViewLine, viewLineSchema } from '../../../shared/tables/record.ts';
import { recordLinesOf } from '../../../shared/tables/record-text.ts';
import { SealedRounds } from '../../../shared/tables/sealed-rounds.ts';

export interface Frame {
  /** Index among the messages of both sides, from 1. */
  number: number;
  by: Role;
  at: number;
  action: string;
  /** Canonical JSON; the received text if it is not a JSON object. */
  text: string;
}

export interface Position {
  /** The message that led here; null at the start. */
  frame: Frame | null;
  /** Record entries between this message and the next. */
  notes: RecordLine[];
  view: Json;
  /** The number of messages in the board's record so far. */
  messages: number;
  /** The number of moves played so far. */
  moves: number;
  /** The number of chat messages so far. */
  talkCount: number;
  sealed_rounds: Table['sealed_rounds'];
  /** Whether the table differs from the previous position. */
  changed: boolean;
}

export interface Replay {
  /** The start, then one position per message of either side. */
  positions: Position[];
  /** All chat messages. */
  talk: Table['talk'];
  /** Whether views of the hooks were stored. */
  hasViews: boolean;
  /** Null without a valid spec. */
  boardRecord: BoardRecorder | null;
}

export function replayOf(table: Table, recordText: string, viewsText: string, specText: string | null): Replay {
  const lines = recordLinesOf(recordText);
  const headsBySeq = new Map(lines.map(({ seq, head }) => [seq, head]));
  // Ignores views that were stored for another record.
  const views = parseViews(viewsText).filter(({ seq, head }) => headsBySeq.get(seq) === head);
  const spec = specOf(specText);
  const boardRecord = spec && new BoardRecorder(spec);
  const frameStarts = lines.flatMap(({ entry }, index) => (entry.kind === 'frame' ? [firstLineOf(lines, index)] : []));
  /** Position n consists of the lines from bounds[n] to before bounds[n + 1]. */
  const bounds = [0, ...frameStarts, lines.length];

  const positions: Position[] = [];
  const talk: Table['talk'] = [];
  const sealedRounds = new SealedRounds(spec);
  let currentView: Pick<ViewLine, 'moves' | 'view'> = { moves: 0, view: null };
  let nextView = 0;
  for (let number = 0; number < bounds.length - 1; number += 1) {
    const next = lines[bounds[number + 1] ?? lines.length];
    const positionLines = lines.slice(bounds[number], bounds[number + 1]);
    const line = number === 0 ? null : (positionLines.find(({ entry }) => entry.kind === 'frame') ?? null);
    const frame = line && frameOf(line, number, table.role);
    for (const { entry } of positionLines) boardRecord?.add(entry);
    const previousPosition = positions.at(-1);
    const previousState = { view: currentView, talkCount: talk.length, sealed: sealedRounds.rounds };
    const endSeq = next?.seq ?? Number.POSITIVE_INFINITY;
    for (let view = views[nextView]; view && view.seq < endSeq; view = views[nextView]) {
      currentView = view;
      nextView += 1;
    }
    if (line && frame) {
      // A warning marks a message that broke the rules and was ignored.
      const isDropped = positionLines.some(({ entry }) => entry.kind === 'warning');
      for (const text of spec && !isDropped ? chatTexts(spec, line) : []) {
        talk.push({ number: talk.length + 1, by: frame.by, text, at: frame.at, origin: null });
      }
      sealedRounds.add(line.entry, table.role, line.at);
    }
    const moves = views.length > 0 ? currentView.moves : movesUntil(table, next?.at);
    positions.push({
      frame,
      notes: positionLines.filter((other) => other !== line),
      view: currentView.view,
      messages: boardRecord?.messageCount ?? 0,
      moves,
      talkCount: talk.length,
      sealed_rounds: sealedRounds.rounds,
      changed:
        currentView !== previousState.view ||
        talk.length !== previousState.talkCount ||
        moves !== (previousPosition?.moves ?? 0) ||
        sealedRounds.rounds !== previousState.sealed,
    });
  }
  return { positions, talk, hasViews: views.length > 0, boardRecord };
}

/** The next position at which the table changes; else the last or first one. */
export function nextChange(positions: readonly Position[], from: number, step: 1 | -1): number {
  const last = positions.length - 1;
  if (step === 1) {
    const next = positions.findIndex(({ changed }, index) => index > from && changed);
    return next === -1 ? last : next;
  }
  // Backwards: to the start of the previous unchanged run.
  const current = positions.findLastIndex(({ changed }, index) => index <= from && changed);
  if (current === -1) return 0;
  if (current < from) return current;
  const previousChange = positions.findLastIndex(({ changed }, index) => index < current && changed);
  return previousChange === -1 ? 0 : previousChange;
}

/** The first position at which move `number` (from 1) has been played. */
export const positionOfMove = (positions: readonly Pick<Position, 'moves'>[], number: number): number => {
  const index = positions.findIndex(({ moves }) => moves >= number);
  return index === -1 ? positions.length - 1 : index;
};

/** The first line that belongs to a frame: decisions belong to the message that they led to. */
function firstLineOf(lines: readonly RecordLine[], frame: number): number {
  let index = frame;
  const isOwn = lines[frame]?.entry.direction === 'sent';
  while (isOwn && index > 0 && lines[index - 1]?.entry.kind === 'decision') index -= 1;
  return index;
}

function parseViews(text: string): ViewLine[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return viewLineSchema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}

function specOf(text: string | null): Spec | null {
  try {
    const result = text === null ? null : readSpec(text);
    return result && result.problems.length === 0 ? result.spec : null;
  } catch {
    return null;
  }
}

function bodyOf({ entry }: RecordLine): JsonObject | null {
  return isJsonObject(entry.frame) ? entry.frame : null;
}

function frameOf(line: RecordLine, number: number, role: Role): Frame {
  const body = bodyOf(line);
  const { direction, text } = line.entry;
  return {
    number,
    by: direction === 'sent' ? role : otherRole(role),
    at: line.at,
    action: typeof body?.action === 'string' ? body.action : '',
    text: body ? canonicalOrPlainJson(body) : String(text ?? ''),
  };
}

function chatTexts(spec: Spec, line: RecordLine): string[] {
  const body = bodyOf(line);
  return body ? chatTextsOf(spec, body) : [];
}

const movesUntil = (table: Table, at = Number.POSITIVE_INFINITY): number =>
  table.moves.filter((move) => move.at < at).length;
