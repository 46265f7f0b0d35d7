/** The contacts of one identity: people whom the user named or blocked. inbox.ts hides and deletes messages of blocked people. */
import type { Contact } from '../../shared/bridge/contract.ts';
import type { People } from '../community/people.ts';
import type { MessageStore } from './store.ts';

export interface Contacts {
  list(): Contact[];
  find(public_key: string): Contact | undefined;
  /** Adds a contact, or replaces the one with this key. */
  set(contact: Contact): Promise<void>;
  remove(public_key: string): Promise<void>;
}

/** Passes the blocked keys to `people` now and after each change. Calls `onChange` once a change is durable. */
export function openContacts(store: MessageStore, people: People, onChange: () => void): Contacts {
  const updateBlocked = () =>
    people.setBlocked(store.contacts.filter(({ blocked }) => blocked).map(({ public_key }) => public_key));
  const contactsExcept = (key: string) => store.contacts.filter(({ public_key }) => public_key !== key);

  async function writeContacts(newContacts: Contact[]): Promise<void> {
    await store.writeContacts(newContacts.sort((a, b) => a.name.localeCompare(b.name)));
    updateBlocked();
    onChange();
  }

  updateBlocked();
  return {
    list: () => [...store.contacts],
    find: (key) => store.contacts.find(({ public_key }) => public_key === key),
    set: (contact) => writeContacts([...contactsExcept(contact.public_key), contact]),
    remove: (key) => writeContacts(contactsExcept(key)),
  };
}
