import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useFormCheck } from '../ui/use-form-check.ts';
import styles from './BackupDialog.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { fileNameOf } from './key-file-name.ts';

interface BackupDialogProps {
  /** The key has a passphrase. */
  hasPassphrase: boolean;
  nickname: string;
  onClose(): void;
}

/** Exports the key as a file, encrypted with a separate passphrase. */
export function BackupDialog({ hasPassphrase, nickname, onClose }: BackupDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [currentPassphrase, setCurrentPassphrase] = useState('');
  const [newPassphrase, setNewPassphrase] = useState({ value: '', repetition: '' });
  const formCheck = useFormCheck();
  const [backup, setBackup] = useState<string | null>(null);

  const create = () =>
    run(async () => {
      const request = { current: hasPassphrase ? currentPassphrase : null, passphrase: newPassphrase.value };
      setBackup((await bridge.identity.backup(request)).text);
    });
  if (backup !== null) {
    return (
      <ProtectedDialog title={t('backup.done')} onClose={onClose}>
        <div className="col gap4">
          <p className="dim measure">{t('backup.done_lead')}</p>
          <textarea className={styles.text} aria-label={t('backup.text')} readOnly value={backup} rows={6} />
          <DialogActions>
            <CopyButton value={backup} label={t('backup.copy')} labelNamesAction />
            <Button variant="quiet" className="end" onClick={onClose}>
              {t('close')}
            </Button>
            <Button variant="primary" data-autofocus onClick={() => saveFile(fileNameOf(nickname), backup)}>
              <IconDownload size={17} stroke={1.75} aria-hidden="true" />
              {t('backup.save')}
            </Button>
          </DialogActions>
        </div>
      </ProtectedDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('backup.title')}
      lead={t('backup.lead')}
      confirmLabel={t('backup.do')}
      busy={busy}
      problem={problem}
      ready={
        (!hasPassphrase || currentPassphrase !== '') &&
        newPassphrase.value !== '' &&
        newPassphrase.value === newPassphrase.repetition
      }
      formCheck={formCheck}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      {hasPassphrase && (
        <PassphraseField
          label={t('passphrase.current')}
          missing={formCheck.checked && !problem && currentPassphrase === ''}
          value={currentPassphrase}
          initialFocus
          onChange={setCurrentPassphrase}
        />
      )}
      <NewPassphrase
        label={t('backup.passphrase')}
        note={t('backup.passphrase_note')}
        {...newPassphrase}
        required
        checked={formCheck.checked}
        initialFocus={!hasPassphrase}
        onChange={(value, repetition) => setNewPassphrase({ value, repetition })}
      />
    </ConfirmDialog>
  );
}
