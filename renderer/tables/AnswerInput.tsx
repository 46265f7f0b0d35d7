import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../shared/tables/hooks.ts';
import { roomFor, typedProblem } from '../../shared/tables/typed-answer.ts';
import styles from './AnswerInput.module.css';
import { useTypedProblemText } from './typed-problem-text.ts';

interface AnswerInputProps {
  entry: NonNullable<Question['entry']>;
  text: string;
  onType(text: string): void;
  /** The decision bar shows the question and the problem itself. */
  inBar?: boolean;
  /** The id of the element in the bar that shows it. */
  describedBy?: string;
}

/** Fewer characters left are counted. */
const countedLeft = 100;

/** An input for answers that are typed: a number within bounds, or text with a maximum size in bytes. */
export function AnswerInput({ entry, text, onType, inBar = false, describedBy }: AnswerInputProps) {
  const { t } = useTranslation('tables');
  const id = useId();
  const problemText = useTypedProblemText();
  const isText = entry.type === 'text';
  const problem = typedProblem(entry, text);
  // A number grows while it is typed.
  const isPartial = problem?.kind === 'too_small' && !text.trim().startsWith('-');
  const room = isText ? roomFor(text, entry.max_bytes) : null;
  const isShown = problem !== null && !isPartial;
  const rangeText = () => {
    if (entry.type === 'text') return null;
    const { min, max } = entry;
    if (min === max) return { label: t('entry.only', { number: min }), placeholder: String(min) };
    return { label: t('entry.number', { min, max }), placeholder: t('entry.range', { min, max }) };
  };
  const { label, placeholder } = rangeText() ?? { label: t('entry.words'), placeholder: t('entry.here') };
  return (
    <div className={inBar ? (isText ? styles.inBar : `${styles.inBar} ${styles.number}`) : undefined}>
      <label className={inBar ? 'offscreen' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={`row ${styles.inputRow}`} data-invalid={isShown || undefined}>
        <input
          id={id}
          data-type-move
          value={text}
          inputMode={isText ? 'text' : 'numeric'}
          autoComplete="off"
          dir="auto"
          aria-invalid={isShown}
          aria-describedby={inBar ? describedBy : `${id}-note`}
          placeholder={inBar ? placeholder : undefined}
          onChange={(event) => onType(event.currentTarget.value)}
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
        <div id={`${id}-note`} className={`small ${styles.over}`}>
          {isShown ? problemText(problem) : ''}
        </div>
      )}
    </div>
  );
}
