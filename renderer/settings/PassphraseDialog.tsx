import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { Button } from '../ui/Button.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface PassphraseDialogProps {
  /** The key has a passphrase. */
  hasPassphrase: boolean;
  onClose(): void;
}

/** Sets, changes or removes the passphrase of the key in use. */
export function PassphraseDialog({ hasPassphrase, onClose }: PassphraseDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [currentPassphrase, setCurrentPassphrase] = useState('');
  const [newPassphrase, setNewPassphrase] = useState({ value: '', repetition: '' });
  const formCheck = useFormCheck();
  const hasCurrent = !hasPassphrase || currentPassphrase !== '';

  const change = async (passphrase: string | null) => {
    const succeeded = await run(() =>
      bridge.identity.change_passphrase({ current: hasPassphrase ? currentPassphrase : null, next: passphrase }),
    );
    if (!succeeded) return setCurrentPassphrase('');
    toast(t(passphrase === null ? 'passphrase.gone' : 'passphrase.done'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(hasPassphrase ? 'passphrase.change_title' : 'passphrase.set_title')}
      lead={t('passphrase.lead')}
      confirmLabel={t(hasPassphrase ? 'passphrase.change_do' : 'passphrase.set_do')}
      busy={busy}
      problem={problem}
      ready={hasCurrent && newPassphrase.value !== '' && newPassphrase.value === newPassphrase.repetition}
      formCheck={formCheck}
      extraAction={
        hasPassphrase && (
          <Button
            variant="danger"
            aria-disabled={busy || undefined}
            onClick={({ currentTarget: { form } }) =>
              void (form && formCheck.check(form, hasCurrent) && !busy && change(null))
            }
          >
            {t('passphrase.take_away')}
          </Button>
        )
      }
      onConfirm={() => void change(newPassphrase.value)}
      onClose={onClose}
    >
      {hasPassphrase && (
        <PassphraseField
          label={t('passphrase.current')}
          missing={formCheck.checked && !problem && !hasCurrent}
          value={currentPassphrase}
          initialFocus
          onChange={setCurrentPassphrase}
        />
      )}
      <NewPassphrase
        label={t('passphrase.next')}
        {...newPassphrase}
        required
        checked={formCheck.checked}
        initialFocus={!hasPassphrase}
        onChange={(value, repetition) => setNewPassphrase({ value, repetition })}
      />
    </ConfirmDialog>
  );
}
