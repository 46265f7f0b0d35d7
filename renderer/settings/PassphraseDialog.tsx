import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface PassphraseDialogProps {
  /** The key has a passphrase. */
  guarded: boolean;
  onClose(): void;
}

/** Sets, changes or removes the passphrase of the key in use. */
export function PassphraseDialog({ guarded, onClose }: PassphraseDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState({ value: '', again: '' });
  const currentGiven = !guarded || current !== '';

  const change = async (to: string | null) => {
    const done = await run(() => bridge.identity.change_passphrase({ current: guarded ? current : null, next: to }));
    if (!done) return setCurrent('');
    toast(t(to === null ? 'passphrase.gone' : 'passphrase.done'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(guarded ? 'passphrase.change_title' : 'passphrase.set_title')}
      lead={t('passphrase.lead')}
      confirmLabel={t(guarded ? 'passphrase.change_do' : 'passphrase.set_do')}
      busy={busy}
      problem={problem}
      ready={currentGiven && next.value !== '' && next.value === next.again}
      beside={
        guarded && (
          <Button
            look="danger"
            aria-disabled={!currentGiven || busy || undefined}
            onClick={() => void (currentGiven && !busy && change(null))}
          >
            {t('passphrase.take_away')}
          </Button>
        )
      }
      onConfirm={() => void change(next.value)}
      onClose={onClose}
    >
      {guarded && <PassphraseField label={t('passphrase.current')} value={current} first onChange={setCurrent} />}
      <NewPassphrase
        label={t('passphrase.next')}
        {...next}
        first={!guarded}
        onChange={(value, again) => setNext({ value, again })}
      />
    </ConfirmDialog>
  );
}
