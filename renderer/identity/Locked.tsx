import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { OtherNames } from './OtherNames.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { Restore } from './Restore.tsx';
import styles from './Threshold.module.css';
import { Threshold } from './Threshold.tsx';

/** The key is here but closed. */
export function Locked() {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const identity = useApp((app) => app.identity);
  const [restoring, setRestoring] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  if (restoring) return <Restore onBack={() => setRestoring(false)} />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || passphrase === '') return;
    setBusy(true);
    setProblem(null);
    try {
      await bridge.identity.unlock({ passphrase });
    } catch (error) {
      setProblem(asProblem(error));
      setPassphrase('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Threshold title={t('locked.title')} lead={t('locked.lead')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {identity && (
          <p className="row">
            <Quilt publicKey={identity.public_key} size={40} />
            <b>
              <PeerName name={identity.nickname} />
            </b>
          </p>
        )}
        <PassphraseField label={t('locked.passphrase')} value={passphrase} autoFocus onChange={setPassphrase} />
        {problem && <ProblemLine problem={problem} />}
        <div className={styles.actions}>
          <Button type="submit" look="primary" size="big" aria-disabled={busy || passphrase === '' || undefined}>
            {busy ? t('locked.busy') : t('locked.open')}
          </Button>
          <Button look="quiet" size="big" onClick={() => setRestoring(true)}>
            {t('use_words')}
          </Button>
        </div>
        <OtherNames />
      </form>
    </Threshold>
  );
}
