/** What one side may send over a whole table, all of which is kept. */
import type { ErrorCode } from '../errors.ts';
import { utf8Length } from '../json/utf8.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { budgets, floodedProblem, type TableBudget } from './budgets.ts';

/** Whether a frame is small enough to be sent. */
export function isWithinFrame(frame: JsonObject): boolean {
  const { bytes, values } = budgets.frame;
  return utf8Length(JSON.stringify(frame)) <= bytes && valuesIn(frame) <= values;
}

function valuesIn(value: Json): number {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return members.reduce<number>((count, member) => count + valuesIn(member as Json), 1);
}

interface Failing {
  fail(code: ErrorCode, message: string, detail: JsonObject): void;
}

/** Ends the table of a peer that has passed a budget. */
export function failFlooded(table: Failing, budget: TableBudget): void {
  const { code, message, detail } = floodedProblem(budget);
  table.fail(code, message, detail);
}

export class MessageBudget {
  #messages = 0;
  #bytes = 0;
  #values = 0;
  #concessions = 0;

  /** Counts a message of the game. Returns the budget that it passes; null if there is none. */
  passedByMessage(frame: JsonObject): TableBudget | null {
    this.#messages += 1;
    this.#bytes += utf8Length(JSON.stringify(frame));
    this.#values += valuesIn(frame);
    if (this.#messages > budgets.messages.count) return 'messages';
    if (this.#bytes > budgets.messages.bytes) return 'bytes';
    return this.#values > budgets.messages.values ? 'values' : null;
  }

  /** As `passedByMessage`, for a concession or its confirmation. */
  passedByConcession(): TableBudget | null {
    this.#concessions += 1;
    return this.#concessions > budgets.concessions ? 'concessions' : null;
  }
}
