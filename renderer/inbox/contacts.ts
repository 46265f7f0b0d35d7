import { useTranslation } from 'react-i18next';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useBridge, useInbox } from '../app/context.tsx';
import { toast } from '../app/toast.ts';

/** Adding, changing and blocking, each at once. What main refuses becomes a line of its own by `onProblem`. */
export function useKeeping(onProblem: (error: unknown) => void = () => {}) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const contacts = useInbox((inbox) => inbox.contacts);
  const change = async (public_key: string, to: Partial<Contact>, said: string) => {
    const before = contacts.find((each) => each.public_key === public_key);
    try {
      await bridge.inbox.set_contact({ public_key, name: '', notes: '', blocked: false, ...before, ...to });
      toast(said);
    } catch (error) {
      onProblem(error);
    }
  };
  return {
    /** The name they have now stays theirs here, whatever they call themselves later. */
    add: ({ public_key, name }: { public_key: string; name: string }) =>
      void change(public_key, { name: [...name].slice(0, 64).join('').slice(0, 64) }, t('contact.added')),
    save: (public_key: string, to: Pick<Contact, 'name' | 'notes'>) => void change(public_key, to, t('contact.saved')),
    block: (public_key: string) => void change(public_key, { blocked: true }, t('contact.blocked')),
    unblock: (public_key: string) => void change(public_key, { blocked: false }, t('contact.unblocked')),
  };
}
