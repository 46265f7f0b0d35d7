import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';
import styles from './Settings.module.css';
import { fileNameOf, saveText } from './save-text.ts';

interface BackupDialogProps {
  guarded: boolean;
  nickname: string;
  onClose(): void;
}

/** The key as a file that a passphrase of its own opens. */
export function BackupDialog({ guarded, nickname, onClose }: BackupDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useDeed();
  const [current, setCurrent] = useState('');
  const [seal, setSeal] = useState({ value: '', again: '' });
  const [sealed, setSealed] = useState<string | null>(null);

  const make = () =>
    run(async () => {
      const asked = { current: guarded ? current : null, passphrase: seal.value };
      setSealed((await bridge.identity.backup(asked)).text);
    });
  if (sealed !== null) {
    return (
      <HouseDialog title={t('backup.done')} onClose={onClose}>
        <div className={styles.form}>
          <p className="dim measure">{t('backup.done_lead')}</p>
          <textarea className={styles.text} aria-label={t('backup.text')} readOnly value={sealed} rows={6} />
          <div className={styles.foot}>
            <CopyButton value={sealed} shown={t('backup.copy')} named />
            <Button look="quiet" className="end" onClick={onClose}>
              {t('close')}
            </Button>
            <Button look="primary" data-autofocus onClick={() => saveText(fileNameOf(nickname), sealed)}>
              <IconDownload size={17} stroke={1.75} aria-hidden="true" />
              {t('backup.save')}
            </Button>
          </div>
        </div>
      </HouseDialog>
    );
  }
  return (
    <Ask
      title={t('backup.title')}
      lead={t('backup.lead')}
      does={t('backup.do')}
      busy={busy}
      problem={problem}
      ready={(!guarded || current !== '') && seal.value !== '' && seal.value === seal.again}
      onDo={() => void make()}
      onClose={onClose}
    >
      {guarded && <PassphraseField label={t('passphrase.current')} value={current} first onChange={setCurrent} />}
      <NewPassphrase
        label={t('backup.passphrase')}
        note={t('backup.passphrase_note')}
        {...seal}
        first={!guarded}
        onChange={(value, again) => setSeal({ value, again })}
      />
    </Ask>
  );
}
