/** The rows of a list of moves: turns with the decisions of both seats, and between them the steps that nobody decided. Pure. */
import type { Labels } from '../../shared/protocol/labels.ts';
import type { Move } from '../../shared/tables/moves.ts';

export type MoveRow =
  | { kind: 'turn'; number: number; host?: Move; guest?: Move }
  | { kind: 'steps'; last: number; texts: StepText[] };

/** `count`: how often it happened, for texts that don't say it themselves. */
interface StepText {
  text: string;
  count: number;
}

/** Whether somebody decided a move. Steps are recognized by this side's hooks, or by their names in the protocol's labels. */
export const isDecision = (labels: Pick<Labels, 'automatic'>, move: Move): boolean =>
  !move.automatic && labels.automatic(move, '') === null;

/**
 * `seats`: both seats in the order of their columns. `stepText`: what to say for a step that nobody decided, an empty text for nothing,
 * and whether to count it; null for a decision.
 */
export function moveRows(
  moves: readonly Move[],
  seats: readonly [Move['by'], Move['by']],
  stepText: (move: Move) => { text: string; isCounted: boolean } | null,
): MoveRow[] {
  const rows: MoveRow[] = [];
  let turns = 0;
  for (const move of moves) {
    const last = rows.at(-1);
    const step = stepText(move);
    if (step === null) {
      const isFree = last?.kind === 'turn' && last[move.by] === undefined && last[seats[1]] === undefined;
      if (isFree) last[move.by] = move;
      else {
        turns += 1;
        rows.push({ kind: 'turn', number: turns, [move.by]: move });
      }
    } else if (last?.kind === 'steps') {
      last.last = move.number;
      const same = last.texts.find(({ text }) => text === step.text);
      if (same) same.count += Number(step.isCounted);
      else if (step.text !== '') last.texts.push({ text: step.text, count: 1 });
    } else if (step.text !== '') {
      rows.push({ kind: 'steps', last: move.number, texts: [{ text: step.text, count: 1 }] });
    }
  }
  return rows;
}
