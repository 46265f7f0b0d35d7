/** The inbox as it is shown: by doors, searched, and without what was deleted a moment ago. */
import type { Contact, Inbox, Letter, SentLetter } from '../../shared/bridge/contract.ts';
import { plain } from '../look/plain.ts';

export const doors = ['known', 'played', 'unknown'] as const;
export type Door = (typeof doors)[number];
/** What the list of the room can show. */
export type Shelf = Door | 'sent' | 'contacts';

/** Names for what is leaving (app/toast.ts). A letter and the copy of a sent one may have the same number. */
export const thing = {
  letter: (id: number) => `letter ${id}`,
  sent: (id: number) => `sent ${id}`,
  contact: (publicKey: string) => `contact ${publicKey}`,
};

/** What is shown of an inbox while some of it is leaving. */
export function present<I extends Pick<Inbox, 'letters' | 'sent' | 'contacts'>>(
  inbox: I,
  leaving: ReadonlySet<string>,
): I {
  if (leaving.size === 0) return inbox;
  return {
    ...inbox,
    letters: inbox.letters.filter(({ id }) => !leaving.has(thing.letter(id))),
    sent: inbox.sent.filter(({ id }) => !leaving.has(thing.sent(id))),
    contacts: inbox.contacts.filter(({ public_key }) => !leaving.has(thing.contact(public_key))),
  };
}

export const unreadCount = (letters: readonly Letter[]): number =>
  letters.filter(({ read_at }) => read_at === null).length;

/** The door one sees first: where something new lies, else where something lies. */
export function firstDoor(letters: readonly Letter[]): Door {
  const has = (wanted: (letter: Letter) => boolean) =>
    doors.find((door) => letters.some((letter) => letter.door === door && wanted(letter)));
  return has(({ read_at }) => read_at === null) ?? has(() => true) ?? 'known';
}

/** Whether every word typed stands somewhere in the texts. */
export function fits(typed: string, texts: readonly (string | null | undefined)[]): boolean {
  const all = plain(texts.filter(Boolean).join('\n'));
  return plain(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** How long the community still keeps a letter. */
export function leftOf(expiresAt: number, now: number): { unit: 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.ceil((expiresAt - now) / 60_000);
  if (minutes <= 0) return null;
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}

/** Own answers to a letter's writer since it came, oldest first. */
export function answersTo(letter: Letter, sent: readonly SentLetter[]): SentLetter[] {
  const key = letter.writer?.public_key;
  if (key === undefined) return [];
  return sent.filter(({ to, sent_at }) => to.public_key === key && sent_at >= letter.created_at).toReversed();
}

/** Contacts by what they are called, those kept away at the end. */
export const inOrder = (contacts: readonly Contact[], nameOf: (contact: Contact) => string): Contact[] =>
  contacts.toSorted((a, b) => Number(a.blocked) - Number(b.blocked) || nameOf(a).localeCompare(nameOf(b)));
