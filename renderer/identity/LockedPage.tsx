import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { OtherIdentities } from './OtherIdentities.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { Restore } from './Restore.tsx';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';

/** Shown while the key is locked: asks for its passphrase, or restores it from the recovery phrase. */
export function LockedPage() {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const identity = useApp((app) => app.identity);
  const [restoring, setRestoring] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();

  if (restoring) return <Restore onBack={() => setRestoring(false)} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget, passphrase !== '') || busy) return;
    if (!(await run(() => bridge.identity.unlock({ passphrase })))) setPassphrase('');
  };

  return (
    <WelcomePage title={t('locked.title')} lead={t('locked.lead')}>
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        {identity && (
          <p className="row">
            <Identicon publicKey={identity.public_key} size={40} />
            <b>
              <PeerName name={identity.nickname} />
            </b>
          </p>
        )}
        <PassphraseField
          label={t('locked.passphrase')}
          missing={checked && !problem && passphrase === ''}
          value={passphrase}
          autoFocus
          onChange={setPassphrase}
        />
        {problem && <ProblemLine problem={problem} />}
        <div className={`${styles.actions} row wrap gap3`}>
          <Button type="submit" variant="primary" size="lg" aria-disabled={busy || undefined}>
            {busy ? t('locked.busy') : t('locked.open')}
          </Button>
          <Button variant="quiet" size="lg" onClick={() => setRestoring(true)}>
            {t('use_words')}
          </Button>
        </div>
        <OtherIdentities />
      </form>
    </WelcomePage>
  );
}
