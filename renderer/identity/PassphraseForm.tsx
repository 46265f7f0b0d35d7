import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { PassphraseField } from './PassphraseField.tsx';

interface PassphraseFormProps {
  lead: string;
  confirmLabel: string;
  busy: boolean;
  problem: Problem | null;
  onPassphrase(passphrase: string): void;
  onClose(): void;
}

/** The form of a dialog that asks for the key's passphrase; it clears the field when submitted. */
export function PassphraseForm({ lead, confirmLabel, busy, problem, onPassphrase, onClose }: PassphraseFormProps) {
  const { t } = useTranslation('identity');
  const [passphrase, setPassphrase] = useState('');
  const { checked, check } = useFormCheck();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !check(event.currentTarget, passphrase !== '')) return;
    setPassphrase('');
    onPassphrase(passphrase);
  };
  return (
    <form onSubmit={submit} className="col gap4" noValidate>
      <p className="dim measure">{lead}</p>
      <PassphraseField
        label={t('locked.passphrase')}
        missing={checked && !problem && passphrase === ''}
        value={passphrase}
        initialFocus
        onChange={setPassphrase}
      />
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {t('words.later')}
        </Button>
        <Button type="submit" variant="primary" className="end" aria-disabled={busy || undefined}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
