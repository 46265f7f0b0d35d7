import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../shared/bridge/contract.ts';
import { useContacts } from '../../people/contacts.ts';
import { useBlocking } from '../../people/use-blocking.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

/** Blocks the other person, or takes that back. */
export function BlockButton({ person: { public_key, nickname } }: { person: Person }) {
  const { t } = useTranslation('inbox');
  const contacts = useContacts();
  const { isBlocked, toggle, dialog } = useBlocking(contacts, { public_key, name: nickname });
  const { busy, problem } = contacts;
  return (
    <>
      <Button variant="quiet" data-action="block" aria-disabled={busy || undefined} onClick={toggle}>
        <IconBan size={16} stroke={1.75} aria-hidden="true" />
        {t(isBlocked ? 'contact.unblock' : 'contact.block')}
      </Button>
      {dialog}
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
