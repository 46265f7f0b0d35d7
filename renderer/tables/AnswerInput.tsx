import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from '../../shared/bridge/contract.ts';
import { utf8Length } from '../../shared/json/utf8.ts';
import { type Answer, legalAnswer } from '../../shared/tables/hooks.ts';
import styles from './AnswerInput.module.css';

interface AnswerInputProps {
  ask: OpenQuestion & { entry: NonNullable<OpenQuestion['entry']> };
  onPick(answer: Answer | null): void;
  /** The decision bar shows the question itself, so the label is for screen readers only. */
  inBar?: boolean;
}

/** An input for answers that are typed: a number within bounds, or text with a maximum size in bytes. */
export function AnswerInput({ ask, onPick, inBar = false }: AnswerInputProps) {
  const { t } = useTranslation('tables');
  const [draft, setDraft] = useState({ key: ask.key, text: '' });
  const { entry } = ask;
  const text = draft.key === ask.key ? draft.text : '';
  const isText = entry.type === 'text';
  const bytes = isText ? utf8Length(text) : 0;
  const updateText = (newText: string) => {
    setDraft({ key: ask.key, text: newText });
    onPick(legalAnswer({ choices: [], entry }, isText ? newText : newText.trim() === '' ? null : Number(newText)));
  };
  const invalid = text !== '' && legalAnswer({ choices: [], entry }, isText ? text : Number(text)) === null;
  return (
    <div className={inBar ? styles.inBar : undefined}>
      <label className={inBar ? 'offscreen' : styles.label} htmlFor="type-an-answer">
        {isText ? t('entry.words') : t('entry.number', { min: entry.min, max: entry.max })}
      </label>
      <div className={`row ${styles.inputRow}`}>
        <input
          id="type-an-answer"
          data-type-move
          value={text}
          inputMode={isText ? 'text' : 'numeric'}
          autoComplete="off"
          dir="auto"
          aria-invalid={invalid}
          aria-describedby={isText ? 'entry-bytes' : undefined}
          onChange={(event) => updateText(event.currentTarget.value)}
        />
        {isText && (
          <span id="entry-bytes" className={`faint small nowrap ${inBar ? 'wide' : ''}`} data-testid="entry-bytes">
            {t('entry.bytes', { bytes, max: entry.max_bytes })}
          </span>
        )}
      </div>
    </div>
  );
}
