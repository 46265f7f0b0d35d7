/** What the inbox hides while its deletion can still be undone, and the time left of a message. */
import type { MessageSelection, Without } from '../../shared/bridge/contract.ts';

const messagesPrefix = 'messages ';
const contactPrefix = 'contact ';

/** Keys for pending removals (core/toast.ts). */
export const removalKey = {
  messages: (selection: MessageSelection) => `${messagesPrefix}${JSON.stringify(selection)}`,
  contact: (publicKey: string) => `${contactPrefix}${publicKey}`,
};

/** The pending removals of the inbox, which main leaves out; undefined if there are none. */
export function withoutOf(removalKeys: ReadonlySet<string>): Without | undefined {
  const partsAfter = (prefix: string) =>
    [...removalKeys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const messages = partsAfter(messagesPrefix).map((text) => JSON.parse(text) as MessageSelection);
  const contacts = partsAfter(contactPrefix);
  if (messages.length + contacts.length === 0) return undefined;
  // The latest ones, should a slow main still be working on many.
  return { messages: messages.slice(-16), contacts: contacts.slice(-16) };
}

/** Remaining time until a message expires at the community; null once expired. */
export function remainingTime(expiresAt: number, now: number): { unit: 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.ceil((expiresAt - now) / 60_000);
  if (minutes <= 0) return null;
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}
