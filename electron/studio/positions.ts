/** The positions of a preview game: what each seat's board receives after any number of messages, whatever the network delayed. */
import type { StudioFrame, StudioPosition } from '../../shared/bridge/contract.ts';
import { directionFrom, type Role, roles } from '../../shared/tables/hooks.ts';

/** Views are kept of this many messages. */
const viewsMax = 2_000;

interface SeatHistory {
  /** The senders of the messages in the seat's record, in its order. */
  senders: Role[];
  /** The last view at each number of messages in the record; sparse. */
  views: StudioPosition['view'][];
}

export class Positions {
  readonly #seats: Record<Role, SeatHistory> = {
    host: { senders: [], views: [] },
    guest: { senders: [], views: [] },
  };

  /** Notes what a seat's board receives now. */
  note(role: Role, { view, board_record }: StudioPosition): void {
    const { senders, views } = this.#seats[role];
    const messages = board_record?.messages ?? [];
    // The record of a chat begins late, and a rejected message leaves the record again.
    senders.length = Math.min(senders.length, messages.at(-1)?.number ?? 0);
    for (const { number, direction } of messages)
      senders[number - 1] = direction === directionFrom('host') ? 'host' : 'guest';
    if (view !== null && senders.length <= viewsMax) views[senders.length] = view;
  }

  /**
   * The position at a seat after `frame` of the `frames`, when all of them have arrived; `now` is the latest one. Without a view of its
   * own, the nearest earlier one is used, or else the first.
   */
  at(role: Role, frame: number, frames: readonly StudioFrame[], now: StudioPosition): StudioPosition {
    const { senders, views } = this.#seats[role];
    const sent = Object.fromEntries(roles.map((from) => [from, gameMessagesOf(from, frames)])) as Record<
      Role,
      number[]
    >;
    const next = { host: 0, guest: 0 };
    const frameOf = senders.map((from) => sent[from][next[from]++] ?? Number.POSITIVE_INFINITY);
    const firstLater = frameOf.findIndex((number) => number > frame);
    const count = firstLater < 0 ? frameOf.length : firstLater;
    const view = views.slice(0, count + 1).findLast((each) => each !== undefined) ?? views.find(Boolean) ?? null;
    const { board_record: record } = now;
    const isLast = frame >= (frames.findLast(isGameMessage)?.number ?? 0) && count === frameOf.length;
    return {
      view,
      board_record: record && {
        ...record,
        messages: record.messages.filter(({ number }) => number <= count),
        end: isLast ? record.end : null,
      },
    };
  }
}

/** Whether it can be in the record of a board. */
const isGameMessage = ({ frame, problems }: StudioFrame): boolean =>
  frame.action !== undefined && frame.action !== 'error' && problems.length === 0;

const gameMessagesOf = (role: Role, frames: readonly StudioFrame[]): number[] =>
  frames.filter((each) => each.from === role && isGameMessage(each)).map(({ number }) => number);
