import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { reveal } from '../ui/reveal.ts';
import styles from './RecoveryPhraseQuiz.module.css';
import { pickPositions } from './recovery-phrase.ts';

interface RecoveryPhraseQuizProps {
  onBack(): void;
  onClose(): void;
}

/** Asks for three of the 24 words; main compares them. The reminder in the title bar stays until they are right. */
export function RecoveryPhraseQuiz({ onBack, onClose }: RecoveryPhraseQuizProps) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [positions] = useState(() => pickPositions(3, Math.random));
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [isWrong, setIsWrong] = useState(false);
  const { busy, problem, run } = useAction();
  const answerAt = (position: number) => (answers[position] ?? '').trim().toLowerCase();
  const isComplete = positions.every((position) => answerAt(position) !== '');

  const checkAnswers = async () => {
    const { confirmed } = await bridge.identity.confirm_words({
      answers: positions.map((position) => ({ position, word: answerAt(position) })),
    });
    if (!confirmed) return setIsWrong(true);
    toast(t('words.right'));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) void run(checkAnswers);
  };

  return (
    <form onSubmit={submit} className="col gap3" noValidate>
      <p className="dim">{t('words.quiz')}</p>
      <div className={styles.answers}>
        {positions.map((position, index) => (
          <TextInput
            key={position}
            classNames={fieldClasses}
            label={t('words.nth', { position })}
            value={answers[position] ?? ''}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={index === 0 || undefined}
            onChange={(event) => {
              setAnswers({ ...answers, [position]: event.currentTarget.value });
              setIsWrong(false);
            }}
          />
        ))}
      </div>
      {isWrong && (
        <p className="bad" role="alert" ref={reveal}>
          {t('words.wrong')}
        </p>
      )}
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button variant="quiet" onClick={onBack}>
          {t('words.see_again')}
        </Button>
        <Button type="submit" variant="primary" className="end" aria-disabled={busy || !isComplete || undefined}>
          {t('words.check')}
        </Button>
      </DialogActions>
    </form>
  );
}
