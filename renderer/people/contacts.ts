import { useTranslation } from 'react-i18next';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useBridge } from '../core/context.tsx';
import { runWithUndo, toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';

export type NamedPerson = Pick<Contact, 'public_key' | 'name'>;

/** Actions that add, change and block contacts, one at a time, and the problem of the last one. */
export function useContacts() {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();

  async function save({ public_key, ...changes }: Partial<Contact> & Pick<Contact, 'public_key'>, text: string) {
    const isSaved = await run(async () => {
      const { contact } = await bridge.inbox.contact({ public_key });
      await bridge.inbox.set_contact({ public_key, name: '', notes: '', ...contact, ...changes });
    });
    if (isSaved) toast(text);
  }

  async function unblock(public_key: string): Promise<void> {
    if (await run(() => bridge.inbox.unblock({ public_key }))) toast(t('contact.unblocked'));
  }

  /**
   * Blocks at once, and deletes the messages that the person had sent when the undo period is over. Resolves to whether the person is
   * blocked.
   */
  const block = ({ public_key, name }: NamedPerson) =>
    run(async () => {
      const { conversation, messages } = await bridge.inbox.conversation({ with: public_key, limit: 1 });
      await bridge.inbox.block({ public_key, name: shortenName(name) });
      const count = conversation?.received ?? 0;
      const until = messages[0]?.at ?? 0;
      runWithUndo({
        kind: `block ${public_key}`,
        text: count === 0 ? t('contact.blocked_only') : t('contact.blocked', { count }),
        perform: () => bridge.inbox.delete({ with: public_key, of: 'received', until }),
        onUndo: () => bridge.inbox.unblock({ public_key }),
      });
    });

  return {
    busy,
    problem,
    /** Stores the current nickname; later changes of the nickname don't rename the contact. */
    add: ({ public_key, name }: NamedPerson) => void save({ public_key, name: shortenName(name) }, t('contact.added')),
    save: (public_key: string, changes: Pick<Contact, 'name' | 'notes'>) =>
      void save({ public_key, ...changes }, t('contact.saved')),
    block,
    unblock: (public_key: string) => void unblock(public_key),
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
