import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../shared/peer-text.ts';
import { shortHash } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { useContacts } from './contacts.ts';

/** In the place of what a blocked person says, or of what could be said to them. */
export function BlockedLine({ publicKey, name }: { publicKey: string; name: string }) {
  const { t } = useTranslation('inbox');
  const { busy, problem, unblock } = useContacts();
  return (
    <>
      <p className="small dim" data-testid="blocked">
        {t('contact.you_blocked', { name: isolatedName(name || shortHash(publicKey)) })}{' '}
        <TextButton aria-disabled={busy || undefined} onClick={() => !busy && unblock(publicKey)}>
          {t('contact.unblock')}
        </TextButton>
      </p>
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
