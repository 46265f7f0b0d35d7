import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import styles from './WordsDialog.module.css';

interface AskPassphraseProps {
  problem: Problem | null;
  onPassphrase(passphrase: string): Promise<void>;
  onClose(): void;
}

export function AskPassphrase({ problem, onPassphrase, onClose }: AskPassphraseProps) {
  const { t } = useTranslation('identity');
  const [passphrase, setPassphrase] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === '') return;
    setPassphrase('');
    await onPassphrase(passphrase);
  };
  return (
    <form onSubmit={submit} className="col" noValidate>
      <p className="dim measure">{t('words.guarded')}</p>
      <PassphraseField label={t('locked.passphrase')} value={passphrase} first onChange={setPassphrase} />
      {problem && <ProblemLine problem={problem} />}
      <div className={styles.foot}>
        <Button look="quiet" onClick={onClose}>
          {t('words.later')}
        </Button>
        <Button type="submit" look="primary" className="end" aria-disabled={passphrase === '' || undefined}>
          {t('words.show')}
        </Button>
      </div>
    </form>
  );
}
