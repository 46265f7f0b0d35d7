/** Rebuilds the positions of a table from its record, in the worker (record-checks.ts). Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { canonicalOrPlainJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import { readSpec, type Spec } from '../../../shared/protocol/spec.ts';
import { BoardRecorder } from '../../../shared/tables/board-record.ts';
import { chatTextsOf } from '../../../shared/tables/chat-text.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { type RecordLine, type ViewLine, viewLineSchema } from '../../../shared/tables/record.ts';
import { recordLinesOf } from '../../../shared/tables/record-text.ts';
import { SealedRounds } from '../../../shared/tables/sealed-rounds.ts';
import type { StoredRecord } from '../record.ts';
import type { Frame, Position, Replay } from './positions.ts';

export function replayOf(table: Table, { text, views: viewsText, spec: specText }: StoredRecord): Replay {
  const lines = recordLinesOf(text);
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
  return { positions, talk, hasViews: views.length > 0, boardRecord: boardRecord?.recorded ?? null };
}

/** All messages of a chat, and the side that said goodbye. */
export function conversationOf(table: Table, text: string, spec: string | null): Conversation {
  const { talk } = replayOf(table, { text, spec, views: '' });
  const last = recordLinesOf(text).findLast(({ entry }) => entry.kind === 'frame')?.entry;
  const hasLeft = last !== undefined && isJsonObject(last.frame) && last.frame.action === 'end';
  return { talk, leftBy: hasLeft ? (last.direction === 'sent' ? table.role : otherRole(table.role)) : null };
}

export interface Conversation {
  talk: Table['talk'];
  /** Null while it goes on, and if it broke off. */
  leftBy: Role | null;
}

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
