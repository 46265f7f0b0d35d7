import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenAsk } from '../../shared/bridge/contract.ts';
import { utf8Length } from '../../shared/json/utf8.ts';
import { type Answer, legalAnswer } from '../../shared/tables/hooks.ts';
import styles from './PlainView.module.css';

interface EntryProps {
  ask: OpenAsk & { entry: NonNullable<OpenAsk['entry']> };
  onPick(answer: Answer | null): void;
}

/** Where an answer is typed and not picked: a number within its bounds, or words with the bytes they may take. */
export function Entry({ ask, onPick }: EntryProps) {
  const { t } = useTranslation('tables');
  const [typed, setTyped] = useState({ key: ask.key, text: '' });
  const { entry } = ask;
  const text = typed.key === ask.key ? typed.text : '';
  const words = entry.type === 'text';
  const bytes = words ? utf8Length(text) : 0;
  const type = (next: string) => {
    setTyped({ key: ask.key, text: next });
    onPick(legalAnswer({ choices: [], entry }, words ? next : next.trim() === '' ? null : Number(next)));
  };
  const wrong = text !== '' && legalAnswer({ choices: [], entry }, words ? text : Number(text)) === null;
  return (
    <div>
      <label className={styles.label} htmlFor="type-an-answer">
        {words ? t('entry.words') : t('entry.number', { min: entry.min, max: entry.max })}
      </label>
      <div className={styles.type}>
        <input
          id="type-an-answer"
          data-type-move
          value={text}
          inputMode={words ? 'text' : 'numeric'}
          autoComplete="off"
          dir="auto"
          aria-invalid={wrong}
          aria-describedby={words ? 'entry-bytes' : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {words && (
          <span id="entry-bytes" className="faint small" data-testid="entry-bytes">
            {t('entry.bytes', { bytes, max: entry.max_bytes })}
          </span>
        )}
      </div>
    </div>
  );
}
