import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { toast } from '../app/toast.ts';
import { Button } from '../look/Button.tsx';
import { fieldLook } from '../look/fields.ts';
import { ProblemLine } from './ProblemLine.tsx';
import styles from './WordsDialog.module.css';
import { askedPositions } from './words.ts';

interface WordsQuizProps {
  onBack(): void;
  onClose(): void;
}

/** Asks for three of the 24. Main compares; the badge stays until they are right. */
export function WordsQuiz({ onBack, onClose }: WordsQuizProps) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [positions] = useState(() => askedPositions(3, Math.random));
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const [wrong, setWrong] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const given = (position: number) => (answers[position] ?? '').trim().toLowerCase();
  const complete = positions.every((position) => given(position) !== '');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete) return;
    setProblem(null);
    try {
      const { confirmed } = await bridge.identity.confirm_words({
        answers: positions.map((position) => ({ position, word: given(position) })),
      });
      if (!confirmed) return setWrong(true);
      toast(t('words.right'));
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <p className="dim">{t('words.quiz')}</p>
      <div className={styles.asked}>
        {positions.map((position, index) => (
          <TextInput
            key={position}
            classNames={fieldLook}
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
        <p className="bad" role="alert" style={{ marginTop: 12 }}>
          {t('words.wrong')}
        </p>
      )}
      {problem && <ProblemLine problem={problem} />}
      <div className={styles.foot}>
        <Button look="quiet" onClick={onBack}>
          {t('words.see_again')}
        </Button>
        <Button type="submit" look="primary" className="end" aria-disabled={!complete || undefined}>
          {t('words.check')}
        </Button>
      </div>
    </form>
  );
}
