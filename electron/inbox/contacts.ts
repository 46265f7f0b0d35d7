/** The contacts of one identity: people whom the user named or blocked. inbox.ts hides and deletes messages of blocked people. */
import type { Contact } from '../../shared/bridge/contract.ts';
import type { People } from '../community/people.ts';
import { compareContacts } from './page-cursors.ts';
import type { InboxStore } from './store.ts';
import type { StoredContact } from './stored-entries.ts';

export interface Contacts {
  /** By name. */
  list(): readonly Contact[];
  find(public_key: string): Contact | undefined;
  isBlocked(public_key: string): boolean;
  /** Adds a contact, or changes the name and notes of the one with this key. */
  set(contact: Omit<Contact, 'blocked'>): Promise<void>;
  remove(public_key: string): Promise<void>;
  /** `name`: what to list the person by if they are no contact. */
  block(person: Pick<Contact, 'public_key' | 'name'>): Promise<void>;
  /** Somebody who was no contact before the block is none after it. */
  unblock(public_key: string): Promise<void>;
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

  async function put(contact: StoredContact): Promise<void> {
    await store.setContact(contact.public_key, contact);
    updateBlocked();
    onChange(contact, false);
  }

  async function remove(key: string): Promise<void> {
    const contact = store.contacts.get(key);
    if (!contact) return;
    await store.setContact(key, null);
    updateBlocked();
    onChange(contact, true);
  }

  return {
    list() {
      if (sorted?.revision !== store.revision)
        sorted = { revision: store.revision, contacts: [...store.contacts.values()].sort(compareContacts) };
      return sorted.contacts;
    },
    find: (key) => store.contacts.get(key),
    isBlocked: (key) => store.contacts.get(key)?.blocked ?? false,
    set: ({ public_key, name, notes }) =>
      put({ public_key, name, notes, blocked: store.contacts.get(public_key)?.blocked ?? false }),
    remove,
    block({ public_key, name }) {
      const contact = store.contacts.get(public_key) ?? { public_key, name, notes: '', only_blocked: true };
      return put({ ...contact, blocked: true });
    },
    async unblock(key) {
      const contact = store.contacts.get(key);
      if (contact?.only_blocked) await remove(key);
      else if (contact?.blocked) await put({ ...contact, blocked: false });
    },
  };
}
