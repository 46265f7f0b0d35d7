/** Messages of one conversation, by day. Which messages belong to it is decided in main (electron/inbox/shown-messages.ts). */
import type { ExchangedMessage } from '../../shared/bridge/contract.ts';

export type Message = ExchangedMessage;

/** Messages grouped by local day, oldest first. `day` is any time within the day. */
export function groupByDay(messages: readonly Message[]): { day: number; messages: Message[] }[] {
  const days: { day: number; messages: Message[] }[] = [];
  for (const message of messages) {
    const lastDay = days.at(-1);
    if (lastDay && daysBetween(lastDay.day, message.at) === 0) lastDay.messages.push(message);
    else days.push({ day: message.at, messages: [message] });
  }
  return days;
}

/** Local calendar days between two times, correct across daylight saving changes. */
export function daysBetween(earlier: number, later: number): number {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}

/** Unique within a conversation; received and sent messages may share an id. */
export const messageId = ({ kind, content, at }: Message): string => `${kind}-${content.id}-${at}`;
