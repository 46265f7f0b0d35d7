import { IconEye, IconFileExport, IconLock, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { Tag } from '../ui/Tag.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { BackupDialog } from './BackupDialog.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { useCommunities, useIdentities } from './queries.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { StatusItem } from './StatusItem.tsx';

/** The identity in use: how its key is protected, and its backups. */
export function OwnIdentity({ onRecoveryPhrase }: { onRecoveryPhrase(): void }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const identity = useApp((app) => app.identity);
  const { data: communities } = useCommunities();
  const { data: identities } = useIdentities();
  const lockAction = useAction();
  const [openDialog, setOpenDialog] = useState<'rename' | 'passphrase' | 'backup' | null>(null);
  if (!identity) return null;
  const { public_key, protection, words_confirmed, derived_from } = identity;
  const source = identities?.find((other) => other.public_key === derived_from?.public_key)?.nickname;
  const hasPassphrase = protection === 'passphrase';
  const close = () => setOpenDialog(null);
  const communityCount = communities?.filter(({ registered }) =>
    registered.some((agent) => agent.public_key === public_key),
  ).length;
  return (
    <Card bodyClassName="col gap3">
      <div className="row wrap gap3">
        <Identicon publicKey={public_key} size={44} />
        <div className="grow">
          <div className="row wrap">
            <b>
              <PersonLink person={identity} />
            </b>
            <Tag tone="good">{t('identity.in_use')}</Tag>
          </div>
          <span className="faint">
            <CopyButton value={public_key} label={shortHash(public_key)} />
          </span>
        </div>
        {communityCount !== undefined && (
          <span className="small dim">{t('identity.communities', { count: communityCount })}</span>
        )}
      </div>
      <ul>
        {derived_from ? (
          <StatusItem
            state="ok"
            title={t('derived')}
            detail={t('derived_note', {
              address: escapeInvisible(derived_from.origin),
              name: isolatedName(source ?? shortHash(derived_from.public_key)),
            })}
          />
        ) : (
          <StatusItem
            state={words_confirmed ? 'ok' : 'advice'}
            title={t(words_confirmed ? 'words_done' : 'words_due')}
            detail={t(words_confirmed ? 'words_done_note' : 'words_due_note')}
            action={
              <TextButton onClick={onRecoveryPhrase}>{t(words_confirmed ? 'words_again' : 'words_write')}</TextButton>
            }
          />
        )}
        <StatusItem
          state={protection === 'plain' ? 'skipped' : 'ok'}
          title={t(`protection.${protection}.title`)}
          detail={t(`protection.${protection}.note`)}
          action={
            <TextButton onClick={() => setOpenDialog('passphrase')}>
              {t(hasPassphrase ? 'passphrase.change' : 'passphrase.set')}
            </TextButton>
          }
        />
      </ul>
      <div className="row wrap">
        <Button onClick={() => setOpenDialog('rename')}>
          <IconPencil size={17} stroke={1.75} aria-hidden="true" />
          {t('rename.open')}
        </Button>
        {!derived_from && (
          <Button onClick={onRecoveryPhrase}>
            <IconEye size={17} stroke={1.75} aria-hidden="true" />
            {t('show_words')}
          </Button>
        )}
        <Button onClick={() => setOpenDialog('backup')}>
          <IconFileExport size={17} stroke={1.75} aria-hidden="true" />
          {t('backup.open')}
        </Button>
        {hasPassphrase && (
          <Button
            className="end"
            aria-disabled={lockAction.busy || undefined}
            onClick={() => void lockAction.run(() => bridge.identity.lock({}))}
          >
            <IconLock size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.lock')}
          </Button>
        )}
      </div>
      {lockAction.problem && <ProblemLine problem={lockAction.problem} />}
      {openDialog === 'rename' && <RenameDialog identity={identity} onClose={close} />}
      {openDialog === 'passphrase' && <PassphraseDialog hasPassphrase={hasPassphrase} onClose={close} />}
      {openDialog === 'backup' && (
        <BackupDialog hasPassphrase={hasPassphrase} nickname={identity.nickname} onClose={close} />
      )}
    </Card>
  );
}
