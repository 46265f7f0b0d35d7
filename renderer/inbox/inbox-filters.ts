/** Filters of the inbox: search, and pending deletions. */
import type { Contact, Inbox, InboxMessage } from '../../shared/bridge/contract.ts';
import { toSearchText } from '../../shared/search-text.ts';

/** Keys for pending removals (core/toast.ts). Received and sent messages may share an id. */
export const removalKey = {
  received: (id: number) => `received ${id}`,
  sent: (id: number) => `sent ${id}`,
  contact: (publicKey: string) => `contact ${publicKey}`,
};

/** The inbox without pending removals. */
export function withoutRemoved<I extends Pick<Inbox, 'messages' | 'sent' | 'contacts'>>(
  inbox: I,
  removedKeys: ReadonlySet<string>,
): I {
  if (removedKeys.size === 0) return inbox;
  return {
    ...inbox,
    messages: inbox.messages.filter(({ id }) => !removedKeys.has(removalKey.received(id))),
    sent: inbox.sent.filter(({ id }) => !removedKeys.has(removalKey.sent(id))),
    contacts: inbox.contacts.filter(({ public_key }) => !removedKeys.has(removalKey.contact(public_key))),
  };
}

export const unreadCount = (messages: readonly InboxMessage[]): number =>
  messages.filter(({ read_at }) => read_at === null).length;

/** Whether every typed word occurs in the texts. */
export function matchesText(query: string, texts: readonly (string | null | undefined)[]): boolean {
  const searchedText = toSearchText(texts.filter(Boolean).join('\n'));
  return toSearchText(query)
    .split(/\s+/)
    .every((word) => searchedText.includes(word));
}

/** Remaining time until a message expires at the community; null once expired. */
export function remainingTime(expiresAt: number, now: number): { unit: 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.ceil((expiresAt - now) / 60_000);
  if (minutes <= 0) return null;
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}

/** Contacts sorted by the name shown. */
export const sortByName = (contacts: readonly Contact[], nameOf: (contact: Contact) => string): Contact[] =>
  contacts.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
