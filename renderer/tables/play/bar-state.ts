/** What the decision bar shows, and which answer Enter would submit. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { type Answer, type Choice, legalAnswer, type Question } from '../../../shared/tables/hooks.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { typedAnswer } from '../../../shared/tables/typed-answer.ts';

/** A selected move that has not been played yet. */
export interface MovePick {
  key: string;
  answer: Answer;
  label: string;
  /** `board`: the board replaced an earlier pick; as with a changed proposal, Enter is blocked for a moment. */
  by: 'person' | 'board';
}

export type Decision =
  | { kind: 'over' }
  /** `until`: when the table is abandoned because the peer is away; null while there is no deadline. */
  | { kind: 'quiet'; since: number; until: number | null }
  /** `begun`: something was played, or a side is to move. */
  | { kind: 'waiting'; sealed: boolean; begun: boolean }
  /** Picked during the other side's turn, but not yet kept for the next one. */
  | { kind: 'picked_ahead'; choice: Choice }
  /** Kept for the next turn. */
  | { kind: 'premove'; choice: Choice }
  /** The agent of this seat decides alone: a client, or the hooks. */
  | { kind: 'agent' }
  | { kind: 'sent'; choice: Choice }
  | { kind: 'choose'; prompt: string }
  | { kind: 'picked'; choice: Choice }
  | { kind: 'proposal'; choice: Choice }
  | { kind: 'held'; choice: Choice };

/** Milliseconds for which Enter and clicks are ignored after something other than the user changed what they would play. */
export const guardMs = 400;

/** What can be picked now: an answer to the open question, or one for the next turn. */
export const questionOf = ({ ask, ahead }: Pick<Table, 'ask' | 'ahead'>): Question | null => ask ?? ahead;

/** The choice with its label; null if it can't be picked now. */
export function choiceOf(table: Table, answer: Answer | null): Choice | null {
  const ask = questionOf(table);
  if (!ask || answer === null) return null;
  const choice = ask.choices.find(({ value }) => value === answer);
  if (choice) return choice;
  return legalAnswer(ask, answer) === null ? null : { value: answer, label: typedLabel(answer) };
}

/** The answer to a question that has only one; null if there are others. */
export function soleAnswer({ choices, entry }: Question): Answer | null {
  if (choices.length > 1 || (entry && (entry.type === 'text' || entry.min !== entry.max))) return null;
  const [choice] = choices;
  const answer = entry ? entry.min : (choice?.value ?? null);
  return choice === undefined || choice.value === answer ? answer : null;
}

/** What stands in the field of a question: what was typed, unless another answer was picked since, or none. */
export function fieldText(
  ask: Question | null,
  pick: MovePick | null,
  typed: { key: string; text: string } | null,
): string {
  if (!ask?.entry) return '';
  const picked = pick?.key === ask.key ? pick.answer : null;
  const text = typed?.key === ask.key ? typed.text : '';
  if (typedAnswer(ask.entry, text) === picked) return text;
  return picked !== null && typedAnswer(ask.entry, String(picked)) === picked ? String(picked) : '';
}

/** Text in quotes, cut to fit a button. */
function typedLabel(answer: Answer): string {
  if (typeof answer !== 'string') return String(answer);
  const line = escapeInvisible(answer).replaceAll('\n', ' ');
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}

/** Longer lists, such as the points of a board, have digit keys only if the labels are numbers. */
const digitChoicesMax = 20;

/**
 * The digit key of each choice. Choices labelled with numbers keep them, so that 4 is column 4 even when column 2 is full;
 * others are numbered from 1. Null beyond 9.
 */
export function digitsOf(choices: readonly Choice[]): (number | null)[] {
  const labelDigits = choices.map(({ label }) => /^\D*(\d+)\D*$/.exec(label)?.[1]);
  const isNumbered =
    labelDigits.every((digits) => digits !== undefined) && new Set(labelDigits).size === choices.length;
  if (!isNumbered && choices.length > digitChoicesMax) return choices.map(() => null);
  return choices.map((_, index) => {
    const number = isNumbered ? Number(labelDigits[index]) : index + 1;
    return number >= 1 && number <= 9 ? number : null;
  });
}

/** `sent`: the answer submitted last, shown until the main process asks the next question. */
export function decisionOf(
  table: Table,
  pick: MovePick | null,
  sent: { key: string; answer: Answer } | null,
): Decision {
  if (isOver(table)) return { kind: 'over' };
  const { ask } = table;
  if (!ask) {
    const { quiet_since, gives_up_at } = table.connection;
    if (quiet_since !== null) return { kind: 'quiet', since: quiet_since, until: gives_up_at };
    const pickedChoice = pick?.key === table.ahead?.key ? choiceOf(table, pick?.answer ?? null) : null;
    if (pickedChoice) return { kind: 'picked_ahead', choice: pickedChoice };
    const { premove } = table;
    if (premove && !premove.dropped)
      return { kind: 'premove', choice: { value: premove.answer, label: premove.label } };
    const begun = table.moves.length > 0 || table.sealed_rounds.length > 0 || table.peer_asked_at !== null;
    return { kind: 'waiting', sealed: table.chosen.own, begun };
  }
  if (table.control_mode === 'autonomous') return { kind: 'agent' };
  if (sent?.key === ask.key) {
    const choice = choiceOf(table, sent.answer);
    if (choice) return { kind: 'sent', choice };
  }
  if (pick?.key === ask.key) {
    const choice = choiceOf(table, pick.answer);
    if (choice) return { kind: 'picked', choice };
  }
  const proposedChoice = choiceOf(table, ask.proposal);
  if (proposedChoice)
    return ask.held ? { kind: 'held', choice: proposedChoice } : { kind: 'proposal', choice: proposedChoice };
  return { kind: 'choose', prompt: ask.prompt };
}

/** The answer that Enter submits or keeps now; null if none. */
export function pendingAnswer(decision: Decision): Answer | null {
  return decision.kind === 'picked' ||
    decision.kind === 'picked_ahead' ||
    decision.kind === 'proposal' ||
    decision.kind === 'held'
    ? decision.choice.value
    : null;
}
