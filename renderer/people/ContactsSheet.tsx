import { useTranslation } from 'react-i18next';
import { Sheet } from '../ui/Sheet.tsx';
import { countWaiting } from './active-contacts.ts';
import { ContactRows } from './ContactRows.tsx';
import { useActiveContacts } from './use-active-contacts.ts';

/** The user's contacts where the lobby has no room for their column. */
export function ContactsSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('lobby');
  const active = useActiveContacts();
  return (
    <Sheet title={t('contacts.title')} note={t('contacts.waiting', { count: countWaiting(active) })} onClose={onClose}>
      <ContactRows active={active} />
    </Sheet>
  );
}
