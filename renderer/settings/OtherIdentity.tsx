import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { withWayBack } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { PeerName } from '../look/PeerName.tsx';
import { isolated } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';
import styles from './Settings.module.css';

/** An identity beside the one in use. */
export function OtherIdentity({ identity }: { identity: ListedIdentity }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const queries = useQueryClient();
  const words = useProblemWords();
  const change = useDeed();
  const [removing, setRemoving] = useState(false);
  const { public_key, nickname, protection, words_confirmed, problem } = identity;
  const endangered = problem === null && !words_confirmed;
  const name = isolated(nickname ?? (public_key === null ? '' : shortHash(public_key)));

  const remove = () => {
    if (public_key === null) return;
    setRemoving(false);
    withWayBack({
      kind: 'identities',
      things: [`identity ${public_key}`],
      words: t('identity.removed', { name }),
      act: async () => {
        await bridge.identity.remove({ public_key });
        await queries.invalidateQueries({ queryKey: ['identities'] });
      },
    });
  };

  return (
    <Card className={endangered ? styles.warned : undefined}>
      <div className={styles.person} data-identity={public_key ?? ''}>
        {public_key !== null && <Quilt publicKey={public_key} size={44} />}
        <div className="grow">
          <div className="row wrap">
            <b>{nickname === null ? name : <PeerName name={nickname} />}</b>
            {endangered && (
              <Tag tone="warn">
                <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
                {t('identity.no_backup')}
              </Tag>
            )}
          </div>
          <p className="small dim">
            {problem ? words(problem).title : protection && t(`protection.${protection}.short`)}{' '}
            {endangered && t('identity.no_backup_note')}
          </p>
          {public_key !== null && (
            <span className="faint small block">
              <CopyButton value={public_key} shown={shortHash(public_key)} />
            </span>
          )}
        </div>
        {public_key !== null && (
          <span className="row">
            <Button look="quiet" aria-label={t('identity.remove_name', { name })} onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
            {problem === null && (
              <Button
                aria-label={t('identity.switch_name', { name })}
                aria-disabled={change.busy || undefined}
                onClick={() => void change.run(() => bridge.identity.use({ public_key }))}
              >
                {t('identity.switch')}
              </Button>
            )}
          </span>
        )}
      </div>
      {change.problem && <ProblemLine problem={change.problem} />}
      {removing && (
        <Ask
          title={t('identity.remove_title', { name })}
          lead={t(endangered ? 'identity.remove_for_good' : 'identity.remove_lead')}
          does={t('identity.remove_do')}
          danger
          busy={false}
          problem={null}
          ready
          onDo={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  );
}
