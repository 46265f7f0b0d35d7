/** Filters of the inbox: search, and pending deletions. */
import type { Contact, Inbox, InboxMessage } from '../../shared/bridge/contract.ts';
import { searchable } from '../../shared/search-text.ts';

/** Keys for pending removals (core/toast.ts). Received and sent messages may share an id. */
export const removalKey = {
  received: (id: number) => `received ${id}`,
  sent: (id: number) => `sent ${id}`,
  contact: (publicKey: string) => `contact ${publicKey}`,
};

/** The inbox without pending removals. */
export function withoutRemoved<I extends Pick<Inbox, 'messages' | 'sent' | 'contacts'>>(
  inbox: I,
  removed: ReadonlySet<string>,
): I {
  if (removed.size === 0) return inbox;
  return {
    ...inbox,
    messages: inbox.messages.filter(({ id }) => !removed.has(removalKey.received(id))),
    sent: inbox.sent.filter(({ id }) => !removed.has(removalKey.sent(id))),
    contacts: inbox.contacts.filter(({ public_key }) => !removed.has(removalKey.contact(public_key))),
  };
}

export const unreadCount = (messages: readonly InboxMessage[]): number =>
  messages.filter(({ read_at }) => read_at === null).length;

/** Whether every typed word occurs in the texts. */
export function matchesText(typed: string, texts: readonly (string | null | undefined)[]): boolean {
  const all = searchable(texts.filter(Boolean).join('\n'));
  return searchable(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Remaining time until a message expires at the community; null once expired. */
export function leftOf(expiresAt: number, now: number): { unit: 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.ceil((expiresAt - now) / 60_000);
  if (minutes <= 0) return null;
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}

/** Contacts sorted by the name shown. */
export const byName = (contacts: readonly Contact[], nameOf: (contact: Contact) => string): Contact[] =>
  contacts.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
