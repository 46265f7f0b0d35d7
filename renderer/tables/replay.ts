/** A table gone through again from its record: what each message was, and what was on the table after it. Pure. */
import type { Table } from '../../shared/bridge/contract.ts';
import { canonicalJson } from '../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json/value.ts';
import { readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { otherRole, type Role } from '../../shared/tables/hooks.ts';
import { type RecordLine, recordLineSchema, type ViewLine, viewLineSchema } from '../../shared/tables/transcript.ts';
import { wordsOf } from '../../shared/tables/words.ts';

export interface Frame {
  /** Place among the messages of both sides, from 1. */
  number: number;
  by: Role;
  at: number;
  action: string;
  /** As it was said, in one line. */
  text: string;
}

export interface Position {
  /** The message that led here; null before the first. */
  frame: Frame | null;
  /** What the record tells beside it, up to the next message. */
  notes: RecordLine[];
  view: Json;
  /** How many of the table's moves were played. */
  moves: number;
  /** How many of the replay's words were said. */
  said: number;
  sealed_rounds: Table['sealed_rounds'];
  /** Something on the table is another than at the position before. */
  changed: boolean;
}

export interface Replay {
  /** The first is before anything was said, then one for each message. */
  positions: Position[];
  /** Everything that was said. */
  talk: Table['talk'];
  /** Whether what boards saw was kept. */
  seen: boolean;
}

export function replayOf(table: Table, recordText: string, viewsText: string, specText: string | null): Replay {
  const lines = parsed(recordText, recordLineSchema);
  const heads = new Map(lines.map(({ seq, head }) => [seq, head]));
  // A view that was kept for another record than this one tells nothing of it.
  const views = parsed(viewsText, viewLineSchema).filter(({ seq, head }) => heads.get(seq) === head);
  const spec = specOf(specText);
  const starts = lines.flatMap(({ entry }, index) => (entry.kind === 'frame' ? [beginning(lines, index)] : []));
  const bounds = [0, ...starts, lines.length];

  const positions: Position[] = [];
  const talk: Table['talk'] = [];
  const seals = new Set<string>();
  let shown: Pick<ViewLine, 'moves' | 'view'> = { moves: 0, view: null };
  let viewed = 0;
  for (let number = 0; number < bounds.length - 1; number += 1) {
    const next = lines[bounds[number + 1] ?? lines.length];
    const part = lines.slice(bounds[number], bounds[number + 1]);
    const line = number === 0 ? null : (part.find(({ entry }) => entry.kind === 'frame') ?? null);
    const frame = line && frameOf(line, number, table.role);
    const before = positions.at(-1);
    const last = { shown, said: talk.length, seals: seals.size };
    for (let view = views[viewed]; view && view.seq < (next?.seq ?? Number.POSITIVE_INFINITY); view = views[viewed]) {
      shown = view;
      viewed += 1;
    }
    if (line && frame) {
      const dropped = part.some(({ entry }) => entry.kind === 'warning');
      for (const text of spec && !dropped ? wordsIn(spec, line) : []) {
        talk.push({ number: talk.length + 1, by: frame.by, text, at: frame.at, origin: null });
      }
      noteSeal(seals, line, frame.by);
    }
    const moves = views.length > 0 ? shown.moves : movesUntil(table, next?.at);
    const sealed = seals.size !== last.seals;
    positions.push({
      frame,
      notes: part.filter((each) => each !== line),
      view: shown.view,
      moves,
      said: talk.length,
      sealed_rounds: sealed || !before ? roundsAt(table, seals) : before.sealed_rounds,
      changed: shown !== last.shown || talk.length !== last.said || moves !== (before?.moves ?? 0) || sealed,
    });
  }
  return { positions, talk, seen: views.length > 0 };
}

/** The next position where something on the table changes; the last or first one where nothing more does. */
export function nextChange(positions: readonly Position[], from: number, step: 1 | -1): number {
  const last = positions.length - 1;
  if (step === 1) {
    const found = positions.findIndex(({ changed }, index) => index > from && changed);
    return found === -1 ? last : found;
  }
  // Back to where the position before this one came to be.
  const current = positions.findLastIndex(({ changed }, index) => index <= from && changed);
  if (current === -1) return 0;
  if (current < from) return current;
  const before = positions.findLastIndex(({ changed }, index) => index < current && changed);
  return before === -1 ? 0 : before;
}

/** The first position in which the move `number` (from 1) is on the table. */
export const positionOfMove = (positions: readonly Position[], number: number): number => {
  const found = positions.findIndex(({ moves }) => moves >= number);
  return found === -1 ? positions.length - 1 : found;
};

/** What was decided belongs to the message that came of it. */
function beginning(lines: readonly RecordLine[], frame: number): number {
  let at = frame;
  const own = lines[frame]?.entry.direction === 'sent';
  while (own && at > 0 && lines[at - 1]?.entry.kind === 'decision') at -= 1;
  return at;
}

function parsed<T>(text: string, schema: { safeParse(value: unknown): { data?: T | undefined } }): T[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return schema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}

function specOf(text: string | null): Spec | null {
  try {
    const read = text === null ? null : readSpec(text);
    return read && read.problems.length === 0 ? read.spec : null;
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
    text: body ? canonicalOf(body) : String(text ?? ''),
  };
}

function canonicalOf(body: JsonObject): string {
  try {
    return canonicalJson(body);
  } catch {
    return JSON.stringify(body);
  }
}

function wordsIn(spec: Spec, line: RecordLine): string[] {
  const body = bodyOf(line);
  return body ? wordsOf(spec, body) : [];
}

const movesUntil = (table: Table, at = Number.POSITIVE_INFINITY): number =>
  table.moves.filter((move) => move.at < at).length;

function noteSeal(seals: Set<string>, line: RecordLine, by: Role): void {
  const body = bodyOf(line);
  if (body?.action === 'commit' || body?.action === 'reveal') seals.add(`${body.action} ${String(body.round)} ${by}`);
}

/** The rounds as they were known then: a hand that was opened later is only sealed. */
function roundsAt(table: Table, seals: ReadonlySet<string>): Table['sealed_rounds'] {
  const hand = (round: Table['sealed_rounds'][number], by: Role) => {
    const sealed = seals.has(`commit ${round.round} ${by}`);
    const opened = seals.has(`reveal ${round.round} ${by}`);
    const { sealed: seal, sealed_at, value, nonce } = round[by];
    return {
      sealed: sealed ? seal : null,
      sealed_at: sealed ? sealed_at : null,
      value: opened ? value : null,
      nonce: opened ? nonce : null,
    };
  };
  return table.sealed_rounds
    .map((round) => ({ round: round.round, host: hand(round, 'host'), guest: hand(round, 'guest') }))
    .filter(({ host, guest }) => host.sealed !== null || guest.sealed !== null);
}
