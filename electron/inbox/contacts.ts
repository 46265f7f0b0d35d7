/** The contacts of one identity: people whom the user named or blocked. inbox.ts hides and deletes messages of blocked people. */
import type { Contact } from '../../shared/bridge/contract.ts';
import type { People } from '../community/people.ts';
import { compareContacts } from './page-cursors.ts';
import type { InboxStore } from './store.ts';

export interface Contacts {
  /** By name. */
  list(): readonly Contact[];
  find(public_key: string): Contact | undefined;
  isBlocked(public_key: string): boolean;
  /** Adds a contact, or replaces the one with this key. */
  set(contact: Contact): Promise<void>;
  remove(public_key: string): Promise<void>;
}

/** Passes the blocked keys to `people` now and after each change. Calls `onChange` once a change is durable. */
export function openContacts(
  store: InboxStore,
  people: Pick<People, 'setBlocked'>,
  onChange: (contact: Contact, removed: boolean) => void,
): Contacts {
  let sorted: { revision: number; contacts: readonly Contact[] } | null = null;
  const updateBlocked = () =>
    people.setBlocked([...store.contacts.values()].flatMap((contact) => (contact.blocked ? contact.public_key : [])));

  updateBlocked();
  return {
    list() {
      if (sorted?.revision !== store.revision)
        sorted = { revision: store.revision, contacts: [...store.contacts.values()].sort(compareContacts) };
      return sorted.contacts;
    },
    find: (key) => store.contacts.get(key),
    isBlocked: (key) => store.contacts.get(key)?.blocked ?? false,
    async set(contact) {
      await store.setContact(contact.public_key, contact);
      updateBlocked();
      onChange(contact, false);
    },
    async remove(key) {
      const contact = store.contacts.get(key);
      if (!contact) return;
      await store.setContact(key, null);
      updateBlocked();
      onChange(contact, true);
    },
  };
}
