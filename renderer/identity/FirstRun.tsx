import { Textarea } from '@mantine/core';
import { IconArrowRight, IconDeviceLaptop, IconKey, IconLink } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { fieldLook } from '../look/fields.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { TextButton } from '../look/TextButton.tsx';
import { NameField } from './NameField.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { Restore } from './Restore.tsx';
import styles from './Threshold.module.css';
import { Threshold } from './Threshold.tsx';

const ByLink = lazy(() => import('./ByLink.tsx').then((module) => ({ default: module.ByLink })));

/** The first minute: one field, one button. Everything else can wait. */
export function FirstRun() {
  const { t } = useTranslation('identity');
  const { t: network } = useTranslation('network');
  const bridge = useBridge();
  const words = useProblemWords();
  const [invited, setInvited] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const [more, setMore] = useState(false);
  const [nickname, setNickname] = useState('');
  const [bio, setBio] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [nameMissing, setNameMissing] = useState(false);

  if (invited) {
    return (
      <Suspense>
        <ByLink onBack={() => setInvited(false)} />
      </Suspense>
    );
  }
  if (restoring) return <Restore onBack={() => setRestoring(false)} />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (nickname.trim() === '') return setNameMissing(true);
    setBusy(true);
    setProblem(null);
    try {
      await bridge.identity.create({ nickname: nickname.trim(), bio: bio.trim(), passphrase: passphrase || null });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };

  const nameProblem = problem?.code === 'invalid_field' ? words(problem).body : null;
  return (
    <Threshold
      title={t('first.title')}
      lead={t('first.lead')}
      steps
      foot={
        <>
          <IconDeviceLaptop size={16} stroke={1.75} aria-hidden="true" />
          {t('first.works_offline')}
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <NameField
          note={t('first.name_note')}
          error={nameMissing ? t('first.name_missing') : nameProblem}
          value={nickname}
          autoFocus
          onChange={(name) => {
            setNickname(name);
            setNameMissing(false);
          }}
        />
        {more && (
          <Textarea
            classNames={fieldLook}
            label={t('first.bio')}
            description={t('first.bio_note')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={bio}
            maxLength={500}
            rows={3}
            onChange={(event) => setBio(event.currentTarget.value)}
          />
        )}
        <PassphraseField
          label={t('first.passphrase')}
          note={t('first.passphrase_note')}
          value={passphrase}
          fresh
          onChange={setPassphrase}
        />
        {problem && !nameProblem && <ProblemLine problem={problem} />}
        <div className={styles.actions}>
          <Button type="submit" look="primary" size="big" aria-disabled={busy || undefined}>
            {busy ? t('first.making') : t('first.make')}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Button>
          {!more && (
            <Button look="quiet" size="big" onClick={() => setMore(true)}>
              {t('first.more')}
            </Button>
          )}
        </div>
        <p className="row small faint">
          <IconLink size={16} stroke={1.75} aria-hidden="true" />
          {network('by_link.ask')}
          <TextButton onClick={() => setInvited(true)}>{network('by_link.open')}</TextButton>
        </p>
        <p className="row small faint">
          <IconKey size={16} stroke={1.75} aria-hidden="true" />
          {t('first.have_key')}
          <TextButton onClick={() => setRestoring(true)}>{t('first.restore')}</TextButton>
        </p>
      </form>
    </Threshold>
  );
}
