import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { toast } from '../app/toast.ts';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { Button } from '../look/Button.tsx';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';

interface PassphraseDialogProps {
  /** There is one now. */
  guarded: boolean;
  onClose(): void;
}

/** Sets, changes or takes away what opens the key in use. */
export function PassphraseDialog({ guarded, onClose }: PassphraseDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useDeed();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState({ value: '', again: '' });
  const known = !guarded || current !== '';

  const change = async (to: string | null) => {
    const done = await run(() => bridge.identity.change_passphrase({ current: guarded ? current : null, next: to }));
    if (!done) return setCurrent('');
    toast(t(to === null ? 'passphrase.gone' : 'passphrase.done'));
    onClose();
  };
  return (
    <Ask
      title={t(guarded ? 'passphrase.change_title' : 'passphrase.set_title')}
      lead={t('passphrase.lead')}
      does={t(guarded ? 'passphrase.change_do' : 'passphrase.set_do')}
      busy={busy}
      problem={problem}
      ready={known && next.value !== '' && next.value === next.again}
      beside={
        guarded && (
          <Button
            look="danger"
            aria-disabled={!known || busy || undefined}
            onClick={() => void (known && !busy && change(null))}
          >
            {t('passphrase.take_away')}
          </Button>
        )
      }
      onDo={() => void change(next.value)}
      onClose={onClose}
    >
      {guarded && <PassphraseField label={t('passphrase.current')} value={current} first onChange={setCurrent} />}
      <NewPassphrase
        label={t('passphrase.next')}
        {...next}
        first={!guarded}
        onChange={(value, again) => setNext({ value, again })}
      />
    </Ask>
  );
}
