/** What the decision bar says and which answer Enter would play. Pure: everything comes in, nothing is read. */
import type { Table } from '../../shared/bridge/contract.ts';
import { type Answer, type Choice, legalAnswer } from '../../shared/tables/hooks.ts';
import { visible } from '../look/peer-text.ts';

/** A pick that has not been played yet. */
export interface Pick {
  key: string;
  answer: Answer;
  /** A board may pick too; then, as for a changed proposal, Enter waits a moment. */
  by: 'person' | 'board';
}

export type Decision =
  | { kind: 'over' }
  /** `until`: when the table ends for want of the peer; null where nothing is lost yet. */
  | { kind: 'quiet'; since: number; until: number | null }
  | { kind: 'waiting'; since: number; sealed: boolean }
  | { kind: 'sent'; choice: Choice }
  | { kind: 'choose'; prompt: string }
  | { kind: 'picked'; choice: Choice }
  | { kind: 'proposal'; choice: Choice }
  | { kind: 'held'; choice: Choice };

/** Enter and clicks are ignored for this long after something else than the person changed what they would play. */
export const guardMs = 400;

export function choiceOf(table: Table, answer: Answer | null): Choice | null {
  const { ask } = table;
  if (!ask || answer === null) return null;
  const offered = ask.choices.find((choice) => choice.value === answer);
  if (offered) return offered;
  return legalAnswer(ask, answer) === null ? null : { value: answer, label: typedLabel(answer) };
}

/** Typed words in quotes, short enough for a button. */
function typedLabel(answer: Answer): string {
  if (typeof answer !== 'string') return String(answer);
  const line = visible(answer).replaceAll('\n', ' ');
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}

/**
 * The digit key of each choice. Choices that carry numbers keep them, so that 4 is column 4 also when column 2 is full; all
 * others are counted from 1. Null beyond 9.
 */
export function digitsOf(choices: readonly Choice[]): (number | null)[] {
  const carried = choices.map(({ label }) => /(?:^|\D)(\d+)$/.exec(label)?.[1]);
  const numbered = carried.every((digits) => digits !== undefined) && new Set(carried).size === choices.length;
  return choices.map((_, index) => {
    const number = numbered ? Number(carried[index]) : index + 1;
    return number >= 1 && number <= 9 ? number : null;
  });
}

const lastChange = (table: Table) => table.moves.at(-1)?.at ?? table.started_at;

export function decide(table: Table, pick: Pick | null, sent: { key: string; answer: Answer } | null): Decision {
  if (table.phase === 'finished' || table.phase === 'failed') return { kind: 'over' };
  const { ask } = table;
  if (!ask) {
    const { quiet_since, gives_up_at } = table.connection;
    if (quiet_since !== null) return { kind: 'quiet', since: quiet_since, until: gives_up_at };
    const round = table.sealed_rounds.at(-1);
    const sealed = round !== undefined && round[table.role].sealed !== null && round[table.role].value === null;
    return { kind: 'waiting', since: lastChange(table), sealed };
  }
  if (sent?.key === ask.key) {
    const choice = choiceOf(table, sent.answer);
    if (choice) return { kind: 'sent', choice };
  }
  if (pick?.key === ask.key) {
    const choice = choiceOf(table, pick.answer);
    if (choice) return { kind: 'picked', choice };
  }
  const proposed = choiceOf(table, ask.proposal);
  if (proposed) return ask.held ? { kind: 'held', choice: proposed } : { kind: 'proposal', choice: proposed };
  return { kind: 'choose', prompt: ask.prompt };
}

/** The answer that Enter plays now, or null where it would play nothing. */
export function named(decision: Decision): Answer | null {
  return decision.kind === 'picked' || decision.kind === 'proposal' || decision.kind === 'held'
    ? decision.choice.value
    : null;
}

/** What runs out, and when: a silent peer's seat, the proposal's own time while it would play by itself, else the deadline. */
export function clockOf(table: Table, decision: Decision): { endsAt: number; wholeMs: number } | null {
  if (decision.kind === 'quiet' && decision.until !== null)
    return { endsAt: decision.until, wholeMs: decision.until - decision.since };
  const { ask } = table;
  if (!ask || decision.kind === 'sent') return null;
  const endsAt = decision.kind === 'proposal' && ask.plays_at !== null ? ask.plays_at : ask.deadline_at;
  return endsAt === null ? null : { endsAt, wholeMs: endsAt - ask.asked_at };
}
