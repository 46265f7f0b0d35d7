import { Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { fieldLook } from '../look/fields.ts';
import { NameField } from './NameField.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import styles from './Threshold.module.css';
import { Threshold } from './Threshold.tsx';
import { splitWords, wordCount } from './words.ts';

/** Brings a name back from its 24 words. */
export function Restore({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [nickname, setNickname] = useState('');
  const [text, setText] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const words = splitWords(text);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || nickname.trim() === '' || words.length !== wordCount) return;
    setBusy(true);
    setProblem(null);
    try {
      await bridge.identity.recover({ nickname: nickname.trim(), words, passphrase: passphrase || null });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };

  return (
    <Threshold title={t('restore.title')} lead={t('restore.lead')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <NameField
          note={t('restore.name_note')}
          error={tried && nickname.trim() === '' ? t('first.name_missing') : null}
          value={nickname}
          autoFocus
          onChange={setNickname}
        />
        <Textarea
          classNames={fieldLook}
          label={t('restore.words')}
          description={t('restore.counted', { count: words.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={tried && words.length !== wordCount ? t('restore.words_missing', { count: words.length }) : null}
          value={text}
          rows={4}
          maxLength={600}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PassphraseField
          label={t('first.passphrase')}
          note={t('first.passphrase_note')}
          value={passphrase}
          fresh
          onChange={setPassphrase}
        />
        {problem && <ProblemLine problem={problem} />}
        <div className={styles.actions}>
          <Button type="submit" look="primary" size="big" aria-disabled={busy || undefined}>
            {busy ? t('restore.busy') : t('restore.do')}
          </Button>
          <Button look="quiet" size="big" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </form>
    </Threshold>
  );
}
