import { useTranslation } from 'react-i18next';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useBridge, useInbox } from '../core/context.tsx';
import { runWithUndo, toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';

/** Actions that add, change and block contacts, and the problem of the last one. */
export function useContacts() {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const { problem, run } = useAction();
  const { contacts, messages } = useInbox((inbox) => inbox);
  const contactOf = (public_key: string) => contacts.find((contact) => contact.public_key === public_key);

  async function change(public_key: string, changes: Partial<Contact>, text: string | null): Promise<boolean> {
    const contact = { public_key, name: '', notes: '', blocked: false, ...contactOf(public_key), ...changes };
    const isSaved = await run(() => bridge.inbox.set_contact(contact));
    if (isSaved && text !== null) toast(text);
    return isSaved;
  }

  /** Blocks at once; deletes the person's messages when the undo period is over. */
  async function block({ public_key, name }: { public_key: string; name: string }): Promise<void> {
    const previousContact = contactOf(public_key);
    const ids = messages.filter(({ writer }) => writer?.public_key === public_key).map(({ id }) => id);
    if (!(await change(public_key, { name: previousContact?.name || shortenName(name), blocked: true }, null))) return;
    runWithUndo({
      kind: `block ${public_key}`,
      text: ids.length === 0 ? t('contact.blocked_only') : t('contact.blocked', { count: ids.length }),
      perform: () => bridge.inbox.delete({ ids }),
      onUndo: () =>
        void run(() =>
          previousContact ? bridge.inbox.set_contact(previousContact) : bridge.inbox.remove_contact({ public_key }),
        ),
    });
  }

  return {
    problem,
    /** Stores the current nickname; later changes of the nickname don't rename the contact. */
    add: ({ public_key, name }: { public_key: string; name: string }) =>
      void change(public_key, { name: shortenName(name) }, t('contact.added')),
    save: (public_key: string, changes: Pick<Contact, 'name' | 'notes'>) =>
      void change(public_key, changes, t('contact.saved')),
    block: (person: { public_key: string; name: string }) => void block(person),
    unblock: (public_key: string) => void change(public_key, { blocked: false }, t('contact.unblocked')),
  };
}

/** Limits a contact's name to 64 UTF-16 code units without splitting a character. */
function shortenName(name: string): string {
  let text = '';
  for (const character of name) {
    if (text.length + character.length > 64) break;
    text += character;
  }
  return text;
}
