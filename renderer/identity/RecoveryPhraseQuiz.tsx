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
import styles from './RecoveryPhraseQuiz.module.css';
import { quizPositions } from './recovery-phrase.ts';

interface RecoveryPhraseQuizProps {
  onBack(): void;
  onClose(): void;
}

/** Asks for three of the 24 words; main compares them. The reminder in the title bar stays until they are right. */
export function RecoveryPhraseQuiz({ onBack, onClose }: RecoveryPhraseQuizProps) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [positions] = useState(() => quizPositions(3, Math.random));
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [wrong, setWrong] = useState(false);
  const { problem, run } = useAction();
  const answerAt = (position: number) => (answers[position] ?? '').trim().toLowerCase();
  const complete = positions.every((position) => answerAt(position) !== '');

  const check = async () => {
    const { confirmed } = await bridge.identity.confirm_words({
      answers: positions.map((position) => ({ position, word: answerAt(position) })),
    });
    if (!confirmed) return setWrong(true);
    toast(t('words.right'));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) void run(check);
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
              setWrong(false);
            }}
          />
        ))}
      </div>
      {wrong && (
        <p className="bad" role="alert">
          {t('words.wrong')}
        </p>
      )}
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button look="quiet" onClick={onBack}>
          {t('words.see_again')}
        </Button>
        <Button type="submit" look="primary" className="end" aria-disabled={!complete || undefined}>
          {t('words.check')}
        </Button>
      </DialogActions>
    </form>
  );
}
