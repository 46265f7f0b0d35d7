import { useTranslation } from 'react-i18next';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useBridge, useInbox } from '../core/context.tsx';
import { runWithUndo, toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';

/** Adding, changing and blocking contacts, and why the last change was refused. */
export function useContacts() {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const { problem, run } = useAction();
  const { contacts, messages } = useInbox((inbox) => inbox);
  const contactOf = (public_key: string) => contacts.find((each) => each.public_key === public_key);

  async function change(public_key: string, to: Partial<Contact>, text: string | null): Promise<boolean> {
    const contact = { public_key, name: '', notes: '', blocked: false, ...contactOf(public_key), ...to };
    const changed = await run(() => bridge.inbox.set_contact(contact));
    if (changed && text !== null) toast(text);
    return changed;
  }

  /** Blocks at once; their messages are deleted when the undo period is over. */
  async function block({ public_key, name }: { public_key: string; name: string }): Promise<void> {
    const before = contactOf(public_key);
    const ids = messages.filter(({ writer }) => writer?.public_key === public_key).map(({ id }) => id);
    if (!(await change(public_key, { name: before?.name || shortened(name), blocked: true }, null))) return;
    runWithUndo({
      kind: `block ${public_key}`,
      text: ids.length === 0 ? t('contact.blocked_only') : t('contact.blocked', { count: ids.length }),
      perform: () => bridge.inbox.delete({ ids }),
      onUndo: () =>
        void run(() => (before ? bridge.inbox.set_contact(before) : bridge.inbox.remove_contact({ public_key }))),
    });
  }

  return {
    problem,
    /** Stores the name they have now, whatever they call themselves later. */
    add: ({ public_key, name }: { public_key: string; name: string }) =>
      void change(public_key, { name: shortened(name) }, t('contact.added')),
    save: (public_key: string, to: Pick<Contact, 'name' | 'notes'>) => void change(public_key, to, t('contact.saved')),
    block: (person: { public_key: string; name: string }) => void block(person),
    unblock: (public_key: string) => void change(public_key, { blocked: false }, t('contact.unblocked')),
  };
}

/** A contact's name holds 64 UTF-16 units; no character is cut in half. */
function shortened(name: string): string {
  let text = '';
  for (const character of name) {
    if (text.length + character.length > 64) break;
    text += character;
  }
  return text;
}
