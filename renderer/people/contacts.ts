import { useTranslation } from 'react-i18next';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useBridge } from '../core/context.tsx';
import { runWithUndo, toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';

type NamedPerson = Pick<Contact, 'public_key' | 'name'>;

/** Actions that add, change and block contacts, one at a time, and the problem of the last one. */
export function useContacts() {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const contactOf = async (public_key: string) => (await bridge.inbox.contact({ public_key })).contact;

  async function change(public_key: string, changes: Partial<Contact>, text: string): Promise<void> {
    const isSaved = await run(async () => {
      const contact = { public_key, name: '', notes: '', blocked: false, ...(await contactOf(public_key)), ...changes };
      await bridge.inbox.set_contact(contact);
    });
    if (isSaved) toast(text);
  }

  /**
   * Blocks at once, and deletes the messages that the person had sent when the undo period is over. Resolves to whether the person is
   * blocked.
   */
  const block = ({ public_key, name }: NamedPerson) =>
    run(async () => {
      const previousContact = await contactOf(public_key);
      const { conversation, messages } = await bridge.inbox.conversation({ with: public_key, limit: 1 });
      const contact = { public_key, notes: '', ...previousContact, name: previousContact?.name || shortenName(name) };
      await bridge.inbox.set_contact({ ...contact, blocked: true });
      const count = conversation?.received ?? 0;
      const until = messages[0]?.at ?? 0;
      runWithUndo({
        kind: `block ${public_key}`,
        text: count === 0 ? t('contact.blocked_only') : t('contact.blocked', { count }),
        perform: () => bridge.inbox.delete({ with: public_key, of: 'received', until }),
        onUndo: () =>
          previousContact ? bridge.inbox.set_contact(previousContact) : bridge.inbox.remove_contact({ public_key }),
      });
    });

  return {
    busy,
    problem,
    /** Stores the current nickname; later changes of the nickname don't rename the contact. */
    add: ({ public_key, name }: NamedPerson) =>
      void change(public_key, { name: shortenName(name) }, t('contact.added')),
    save: (public_key: string, changes: Pick<Contact, 'name' | 'notes'>) =>
      void change(public_key, changes, t('contact.saved')),
    block,
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
