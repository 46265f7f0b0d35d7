import { IconEye, IconFileExport, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { PersonLink } from '../look/PersonLink.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import { TextButton } from '../look/TextButton.tsx';
import { useCommunities, useDeed } from './asking.ts';
import { BackupDialog } from './BackupDialog.tsx';
import { Fact } from './Fact.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import styles from './Settings.module.css';

/** The identity in use: how its key is kept, and the ways it comes back. */
export function OwnIdentity({ onWords }: { onWords(): void }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const identity = useApp((app) => app.identity);
  const { data: communities } = useCommunities();
  const lock = useDeed();
  const [open, setOpen] = useState<'passphrase' | 'backup' | null>(null);
  if (!identity) return null;
  const { public_key, protection, words_confirmed } = identity;
  const guarded = protection === 'passphrase';
  const close = () => setOpen(null);
  const at = communities?.filter(({ registered }) => registered.some((one) => one.public_key === public_key)).length;
  return (
    <Card>
      <div className={styles.person}>
        <Quilt publicKey={public_key} size={44} />
        <div className="grow">
          <div className="row wrap">
            <b>
              <PersonLink person={identity} />
            </b>
            <Tag tone="ok">{t('identity.in_use')}</Tag>
          </div>
          <span className="faint">
            <CopyButton value={public_key} shown={shortHash(public_key)} />
          </span>
        </div>
        {at !== undefined && <span className="small dim">{t('identity.communities', { count: at })}</span>}
      </div>
      <ul className={styles.facts}>
        <Fact
          state={words_confirmed ? 'ok' : 'advice'}
          title={t(words_confirmed ? 'words_done' : 'words_due')}
          detail={t(words_confirmed ? 'words_done_note' : 'words_due_note')}
          action={<TextButton onClick={onWords}>{t(words_confirmed ? 'words_again' : 'words_write')}</TextButton>}
        />
        <Fact
          state={protection === 'plain' ? 'skipped' : 'ok'}
          title={t(`protection.${protection}.title`)}
          detail={t(`protection.${protection}.note`)}
          action={
            <TextButton onClick={() => setOpen('passphrase')}>
              {t(guarded ? 'passphrase.change' : 'passphrase.set')}
            </TextButton>
          }
        />
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onWords}>
          <IconEye size={17} stroke={1.75} aria-hidden="true" />
          {t('show_words')}
        </Button>
        <Button onClick={() => setOpen('backup')}>
          <IconFileExport size={17} stroke={1.75} aria-hidden="true" />
          {t('backup.open')}
        </Button>
        {guarded && (
          <Button className="end" onClick={() => void lock.run(() => bridge.identity.lock({}))}>
            <IconLock size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.lock')}
          </Button>
        )}
      </div>
      {lock.problem && <ProblemLine problem={lock.problem} />}
      {open === 'passphrase' && <PassphraseDialog guarded={guarded} onClose={close} />}
      {open === 'backup' && <BackupDialog guarded={guarded} nickname={identity.nickname} onClose={close} />}
    </Card>
  );
}
