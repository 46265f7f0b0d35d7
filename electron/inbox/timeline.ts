/** Messages in the order in which the community received them, kept sorted at a cost that hardly grows with their number. */
import { type AnyStoredMessage, timeOf } from './stored-entries.ts';

export interface Position {
  at: number;
  id: number;
}

const compare = (a: Position, b: Position): number => a.at - b.at || a.id - b.id;
export const isBefore = (a: AnyStoredMessage, b: AnyStoredMessage): boolean =>
  compare(positionAt(a), positionAt(b)) < 0;
const positionAt = (message: AnyStoredMessage): Position => ({ at: timeOf(message), id: message.id });

export class Timeline<M extends AnyStoredMessage> {
  /** Oldest first. */
  readonly messages: M[];

  constructor(messages: Iterable<M>) {
    this.messages = [...messages].sort((a, b) => compare(positionAt(a), positionAt(b)));
  }

  /** Adds a message, or replaces the one at its position. */
  put(message: M): void {
    const index = indexOf(this.messages, positionAt(message));
    this.messages.splice(index, this.#isAt(index, message) ? 1 : 0, message);
  }

  remove(message: M): void {
    const index = indexOf(this.messages, positionAt(message));
    if (this.#isAt(index, message)) this.messages.splice(index, 1);
  }

  #isAt(index: number, message: M): boolean {
    const other = this.messages[index];
    return other !== undefined && compare(positionAt(other), positionAt(message)) === 0;
  }
}

/** How many messages are before this position, by binary search; `messages`: oldest first. */
export function indexOf(messages: readonly AnyStoredMessage[], position: Position): number {
  let [from, to] = [0, messages.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(positionAt(messages[middle]!), position) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many messages the community had received by this time. */
export const countUntil = (messages: readonly AnyStoredMessage[], until: number): number =>
  indexOf(messages, { at: until, id: Number.POSITIVE_INFINITY });
