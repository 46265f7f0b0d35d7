import { IconArrowRight, IconDeviceLaptop, IconKey, IconLink } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { BioField } from './BioField.tsx';
import { KeyFields } from './KeyFields.tsx';
import { nameFault } from './name-error.ts';
import { Restore } from './Restore.tsx';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';

const FirstRunByLink = lazy(() =>
  import('./FirstRunByLink.tsx').then((module) => ({ default: module.FirstRunByLink })),
);

/** First run: one field, one button; everything else is optional. */
export function FirstRun() {
  const { t } = useTranslation('identity');
  const { t: tNetwork } = useTranslation('network');
  const bridge = useBridge();
  const [openingLink, setOpeningLink] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const [showBio, setShowBio] = useState(false);
  const [fields, setFields] = useState({ nickname: '', passphrase: '' });
  const [bio, setBio] = useState('');
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();
  const nickname = cleanName(fields.nickname);

  if (openingLink) {
    return (
      <Suspense>
        <FirstRunByLink onBack={() => setOpeningLink(false)} />
      </Suspense>
    );
  }
  if (restoring) return <Restore onBack={() => setRestoring(false)} />;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget, nameFault(fields.nickname) === null)) return;
    void run(() => bridge.identity.create({ nickname, bio: bio.trim(), passphrase: fields.passphrase || null }));
  };

  return (
    <WelcomePage
      title={t('first.title')}
      lead={t('first.lead')}
      showSteps
      foot={
        <>
          <IconDeviceLaptop size={16} stroke={1.75} aria-hidden="true" />
          {t('first.works_offline')}
        </>
      }
    >
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        <KeyFields
          value={fields}
          onChange={setFields}
          nameNote={t('first.name_note')}
          checked={checked}
          problem={problem}
        >
          {showBio && <BioField value={bio} onChange={setBio} />}
        </KeyFields>
        <div className={`${styles.actions} row wrap gap3`}>
          <Button type="submit" variant="primary" size="lg" aria-disabled={busy || undefined}>
            {busy ? t('first.making') : t('first.make')}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Button>
          {!showBio && (
            <Button variant="quiet" size="lg" onClick={() => setShowBio(true)}>
              {t('first.more')}
            </Button>
          )}
        </div>
        <p className="row small faint">
          <IconLink size={16} stroke={1.75} aria-hidden="true" />
          {tNetwork('by_link.ask')}
          <TextButton disabled={busy} onClick={() => setOpeningLink(true)}>
            {tNetwork('by_link.open')}
          </TextButton>
        </p>
        <p className="row small faint">
          <IconKey size={16} stroke={1.75} aria-hidden="true" />
          {t('first.have_key')}
          <TextButton disabled={busy} onClick={() => setRestoring(true)}>
            {t('first.restore')}
          </TextButton>
        </p>
      </form>
    </WelcomePage>
  );
}
