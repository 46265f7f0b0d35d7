import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from '../../shared/bridge/contract.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { roomFor, typedAnswer, typedProblem } from '../../shared/tables/typed-answer.ts';
import styles from './AnswerInput.module.css';
import { useTypedProblemText } from './typed-problem-text.ts';

interface AnswerInputProps {
  ask: OpenQuestion & { entry: NonNullable<OpenQuestion['entry']> };
  onPick(answer: Answer | null): void;
  /** Why the typed text can't be played; null if it can. `isFinal`: typing on can't mend it. */
  onProblem(reason: string | null, isFinal: boolean): void;
  /** The decision bar shows the question and the problem itself. */
  inBar?: boolean;
}

/** Fewer characters left are counted. */
const countedLeft = 100;

/** An input for answers that are typed: a number within bounds, or text with a maximum size in bytes. */
export function AnswerInput({ ask, onPick, onProblem, inBar = false }: AnswerInputProps) {
  const { t } = useTranslation('tables');
  const problemText = useTypedProblemText();
  const [draft, setDraft] = useState({ key: ask.key, text: '' });
  const { entry } = ask;
  const text = draft.key === ask.key ? draft.text : '';
  const isText = entry.type === 'text';
  const problem = typedProblem(entry, text);
  // A number grows while it is typed.
  const isPartial = problem?.kind === 'too_small' && !text.trim().startsWith('-');
  const room = isText ? roomFor(text, entry.max_bytes) : null;
  const updateText = (newText: string) => {
    setDraft({ key: ask.key, text: newText });
    onPick(typedAnswer(entry, newText));
    const newProblem = typedProblem(entry, newText);
    onProblem(newProblem && problemText(newProblem), newProblem?.kind !== 'too_small');
  };
  const isShown = problem !== null && !isPartial;
  return (
    <div className={inBar ? styles.inBar : undefined}>
      <label className={inBar ? 'offscreen' : styles.label} htmlFor="type-an-answer">
        {isText ? t('entry.words') : t('entry.number', { min: entry.min, max: entry.max })}
      </label>
      <div className={`row ${styles.inputRow}`} data-invalid={isShown || undefined}>
        <input
          id="type-an-answer"
          data-type-move
          value={text}
          inputMode={isText ? 'text' : 'numeric'}
          autoComplete="off"
          dir="auto"
          aria-invalid={isShown}
          aria-describedby={inBar ? 'refusal' : 'entry-note'}
          onChange={(event) => updateText(event.currentTarget.value)}
        />
        {room !== null && room.over === 0 && room.left < countedLeft && (
          <span className="faint small" data-testid="entry-left">
            {t('entry.left', { count: room.left })}
          </span>
        )}
        {room !== null && room.over > 0 && (
          <span className={`small ${styles.over}`} data-testid="entry-left">
            {t('entry.over', { count: room.over })}
          </span>
        )}
      </div>
      {!inBar && (
        <div id="entry-note" className={`small ${styles.over}`}>
          {isShown ? problemText(problem) : ''}
        </div>
      )}
    </div>
  );
}
