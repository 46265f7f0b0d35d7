/** The positions of a preview game: what each seat's board receives and its hooks know after any number of messages, whatever the network delayed. */
import type { StudioFrame, StudioPosition } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { directionFrom, type Role, roles } from '../../shared/tables/hooks.ts';

/** Views and states are kept of this many messages. */
const keptMax = 2_000;

interface SeatHistory {
  /** The senders of the messages in the seat's record, in its order. */
  senders: Role[];
  /** The last view at each number of messages in the record; sparse. */
  views: StudioPosition['view'][];
  /** The last state of the hooks at each number of messages in the record; sparse. */
  states: JsonObject[];
}

export class Positions {
  readonly #seats: Record<Role, SeatHistory> = {
    host: { senders: [], views: [], states: [] },
    guest: { senders: [], views: [], states: [] },
  };

  /** Notes what a seat's board receives and its hooks know now. */
  note(role: Role, { view, board_record }: StudioPosition, state: JsonObject): void {
    const { senders, views, states } = this.#seats[role];
    const messages = board_record?.messages ?? [];
    // The record of a chat begins late, and a rejected message leaves the record again.
    senders.length = Math.min(senders.length, messages.at(-1)?.number ?? 0);
    for (const { number, direction } of messages)
      senders[number - 1] = direction === directionFrom('host') ? 'host' : 'guest';
    if (senders.length > keptMax) return;
    if (view !== null) views[senders.length] = view;
    states[senders.length] = state;
  }

  /**
   * The position at a seat after `frame` of the `frames`, when all of them have arrived; `now` is the latest one. Without a view of its
   * own, the nearest earlier one is used, or else the first.
   */
  at(role: Role, frame: number, frames: readonly StudioFrame[], now: StudioPosition): StudioPosition {
    const { senders, views } = this.#seats[role];
    const count = this.#countAt(role, frame, frames);
    const view = latestOf(views, count);
    const { board_record: record } = now;
    const isLast = frame >= (frames.findLast(isGameMessage)?.number ?? 0) && count === senders.length;
    return {
      view,
      board_record: record && {
        ...record,
        messages: record.messages.filter(({ number }) => number <= count),
        end: isLast ? record.end : null,
      },
    };
  }

  /** The state of a seat's hooks after `frame` of the `frames`, as `at` finds the view. */
  stateAt(role: Role, frame: number, frames: readonly StudioFrame[]): JsonObject {
    return latestOf(this.#seats[role].states, this.#countAt(role, frame, frames)) ?? {};
  }

  /** The number of messages in a seat's record after `frame` of the `frames`. */
  #countAt(role: Role, frame: number, frames: readonly StudioFrame[]): number {
    const { senders } = this.#seats[role];
    const sent = Object.fromEntries(roles.map((from) => [from, gameMessagesOf(from, frames, role)])) as Record<
      Role,
      number[]
    >;
    const next = { host: 0, guest: 0 };
    const frameOf = senders.map((from) => sent[from][next[from]++] ?? Number.POSITIVE_INFINITY);
    const firstLater = frameOf.findIndex((number) => number > frame);
    return firstLater < 0 ? frameOf.length : firstLater;
  }
}

/** The last value of a sparse list up to an index, or else the first; null if it is empty. */
const latestOf = <T>(list: readonly T[], index: number): T | null =>
  list.slice(0, index + 1).findLast((each) => each !== undefined) ?? list.find((each) => each !== undefined) ?? null;

/** Whether it can be in the record of a board. */
const isGameMessage = ({ frame, problems }: StudioFrame): boolean =>
  frame.action !== undefined && frame.action !== 'error' && problems.length === 0;

/** The numbers of messages that can be in the record at `seat`; of one that the author sent past it, it knows nothing. */
const gameMessagesOf = (from: Role, frames: readonly StudioFrame[], seat: Role): number[] =>
  frames
    .filter((each) => each.from === from && isGameMessage(each) && (each.forged?.in_step !== false || from !== seat))
    .map(({ number }) => number);
