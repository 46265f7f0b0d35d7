import { IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useContactName } from '../core/context.tsx';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useContacts } from './contacts.ts';
import type { PersonButtonProps } from './person-button.ts';

/** Adds a person to the contacts; nothing for those who are among them, or blocked. Not for house players. */
export function AddContactButton({ publicKey, name, variant = 'plain' }: PersonButtonProps) {
  const { t } = useTranslation('inbox');
  const contact = useContactName(publicKey);
  const { add, busy, problem } = useContacts();
  if (contact) return null;
  return (
    <>
      <Button
        variant={variant}
        data-action="add-contact"
        aria-disabled={busy || undefined}
        onClick={() => add({ public_key: publicKey, name })}
      >
        <IconUserPlus size={16} stroke={1.75} aria-hidden="true" />
        {t('contact.add')}
      </Button>
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
