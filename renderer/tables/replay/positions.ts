/** The positions of a table's record, and the ways between them. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Json } from '../../../shared/json/value.ts';
import type { RecordedBoard } from '../../../shared/tables/board-record.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';

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
  boardRecord: RecordedBoard | null;
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
