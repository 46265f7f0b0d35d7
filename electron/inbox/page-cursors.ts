/** Cursors of the lists: each names the last entry of a page by its place, so that it stays valid when that entry is gone. */
import type { Contact } from '../../shared/bridge/contract.ts';
import { takePage } from '../../shared/bridge/pages.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type AnyStoredMessage, positionOf } from './stored-entries.ts';
import { indexOf } from './timeline.ts';

interface Page<Row> {
  entries: Row[];
  next: string | null;
}

const invalidCursor = () => new ParlorError('not_found', 'The cursor must be the one of an earlier page.');

function* mapped<Entry, Row>(entries: Iterable<Entry>, present: (entry: Entry) => Row): Generator<Row> {
  for (const entry of entries) yield present(entry);
}

/** A page of messages, newest first; `messages`: oldest first. */
export function messagesPage<M extends AnyStoredMessage, Row>(
  messages: readonly M[],
  cursor: string | undefined,
  limit: number,
  present: (message: M) => Row,
): Page<Row> {
  const end = cursor === undefined ? messages.length : indexOf(messages, parsePosition(cursor));
  const newestFirst = messages.slice(Math.max(0, end - limit), end).reverse();
  const entries = takePage(mapped(newestFirst, present), limit).page;
  const last = newestFirst[entries.length - 1];
  return { entries, next: last && end > entries.length ? positionOf(last) : null };
}

function parsePosition(cursor: string): { at: number; id: number } {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor();
  return { at: Number(at), id: Number(id) };
}

const collator = new Intl.Collator();
type Place = Pick<Contact, 'name' | 'public_key'>;

/** By name, then by key. */
export const compareContacts = (a: Place, b: Place): number =>
  collator.compare(a.name, b.name) || (a.public_key < b.public_key ? -1 : a.public_key === b.public_key ? 0 : 1);

/** A page of contacts, which are sorted by `compareContacts`. */
export function contactsPage(contacts: readonly Contact[], cursor: string | undefined, limit: number): Page<Contact> {
  const place = cursor === undefined ? null : { public_key: cursor.slice(0, 64), name: cursor.slice(64) };
  const start = place === null ? 0 : contacts.findIndex((contact) => compareContacts(contact, place) > 0);
  const { page, more } = takePage(start === -1 ? [] : contacts.slice(start, start + limit + 1), limit);
  const last = page.at(-1);
  return { entries: page, next: more && last ? `${last.public_key}${last.name}` : null };
}
