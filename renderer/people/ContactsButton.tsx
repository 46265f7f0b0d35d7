import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setQuery } from '../core/hash-location.ts';
import { Button } from '../ui/Button.tsx';
import { countWaiting } from './active-contacts.ts';
import { useActiveContacts } from './use-active-contacts.ts';

/** Opens the contacts where the lobby has no room for their column; says how many of them wait. */
export function ContactsButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('lobby');
  const count = countWaiting(useActiveContacts());
  const label = t('contacts.open', { count });
  return (
    <Button
      className={className}
      data-action="contacts"
      aria-label={label}
      title={label}
      onClick={() => setQuery({ contacts: '', host: null, mine: null, table: null, network: null })}
    >
      <IconUsers size={17} stroke={1.75} aria-hidden="true" />
      {count > 0 && <span>{count}</span>}
    </Button>
  );
}
