import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../shared/bridge/contract.ts';
import { useContactName } from '../../core/context.tsx';
import { useContacts } from '../../people/contacts.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

/** Blocks the other person, or takes that back. */
export function BlockButton({ person: { public_key, nickname } }: { person: Person }) {
  const { t } = useTranslation('inbox');
  const isBlocked = useContactName(public_key)?.blocked ?? false;
  const { block, unblock, busy, problem } = useContacts();
  return (
    <>
      <Button
        variant="quiet"
        data-action="block"
        aria-disabled={busy || undefined}
        onClick={() => (isBlocked ? unblock(public_key) : void block({ public_key, name: nickname }))}
      >
        <IconBan size={16} stroke={1.75} aria-hidden="true" />
        {t(isBlocked ? 'contact.unblock' : 'contact.block')}
      </Button>
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
