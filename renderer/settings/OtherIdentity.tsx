import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { runWithUndo } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { Tag } from '../ui/Tag.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** An identity that is not in use: switching to it and removing it. */
export function OtherIdentity({ identity }: { identity: ListedIdentity }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const queries = useQueryClient();
  const problemText = useProblemText();
  const switchAction = useAction();
  const [confirmingRemoval, setConfirmingRemoval] = useState(false);
  const { public_key, nickname, protection, words_confirmed, derived_from, problem } = identity;
  const lacksBackup = problem === null && !words_confirmed && derived_from === undefined;
  const name = isolatedName(nickname ?? (public_key === null ? '' : shortHash(public_key)));

  const remove = () => {
    if (public_key === null) return;
    setConfirmingRemoval(false);
    runWithUndo({
      kind: 'identities',
      hiddenKeys: [`identity ${public_key}`],
      text: t('identity.removed', { name }),
      perform: async () => {
        await bridge.identity.remove({ public_key });
        await queries.invalidateQueries({ queryKey: ['identities'] });
      },
    });
  };

  return (
    <Card highlighted={lacksBackup} bodyClassName="col gap3">
      <div className="row wrap gap3" data-identity={public_key ?? ''}>
        {public_key !== null && <Identicon publicKey={public_key} size={44} />}
        <div className="grow">
          <div className="row wrap">
            <b>{nickname === null ? name : <PeerName name={nickname} />}</b>
            {lacksBackup && (
              <Tag tone="warn">
                <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
                {t('identity.no_backup')}
              </Tag>
            )}
          </div>
          <p className="small dim">
            {problem ? problemText(problem).title : protection && t(`protection.${protection}.short`)}
            <SentenceSpace />
            {lacksBackup && t('identity.no_backup_note')}
            {derived_from && t('derived_short', { address: escapeInvisible(derived_from.origin) })}
          </p>
          {public_key !== null && (
            <span className="faint small block">
              <CopyButton value={public_key} label={shortHash(public_key)} />
            </span>
          )}
        </div>
        {public_key !== null && (
          <span className="row">
            <Button
              variant="quiet"
              aria-label={t('identity.remove_name', { name })}
              onClick={() => setConfirmingRemoval(true)}
            >
              {t('remove')}
            </Button>
            {problem === null && (
              <Button
                aria-label={t('identity.switch_name', { name })}
                aria-disabled={switchAction.busy || undefined}
                onClick={() => void switchAction.run(() => bridge.identity.use({ public_key }))}
              >
                {t('identity.switch')}
              </Button>
            )}
          </span>
        )}
      </div>
      {switchAction.problem && <ProblemLine problem={switchAction.problem} />}
      {confirmingRemoval && (
        <ConfirmDialog
          title={t('identity.remove_title', { name })}
          lead={t(lacksBackup ? 'identity.remove_for_good' : 'identity.remove_lead')}
          confirmLabel={t('identity.remove_do')}
          danger
          busy={false}
          problem={null}
          ready
          onConfirm={remove}
          onClose={() => setConfirmingRemoval(false)}
        />
      )}
    </Card>
  );
}
