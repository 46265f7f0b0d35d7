import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenAsk } from '../../shared/bridge/contract.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { Kbd } from '../look/Kbd.tsx';
import { digitsOf } from './decision.ts';
import styles from './PlainView.module.css';

interface ChoicesProps {
  ask: OpenAsk;
  picked: Answer | null;
  onPick(answer: Answer): void;
}

const plain = (text: string) => text.trim().toLowerCase();

/** Every legal answer as a radio group, and a line to type one; playing is the decision bar's. */
export function Choices({ ask, picked, onPick }: ChoicesProps) {
  const { t } = useTranslation('tables');
  const [typed, setTyped] = useState('');
  const digits = digitsOf(ask.choices);
  const type = (text: string) => {
    setTyped(text);
    const wanted = plain(text);
    if (wanted === '') return;
    const exact = ask.choices.find(
      (choice) => plain(choice.label) === wanted || plain(String(choice.value)) === wanted,
    );
    const starting = ask.choices.filter((choice) => plain(choice.label).startsWith(wanted));
    const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
    if (found) onPick(found.value);
  };
  return (
    <>
      <fieldset>
        <legend className={styles.label}>{t('plain.choices', { count: ask.choices.length })}</legend>
        <div className={styles.choices}>
          {ask.choices.map((choice, index) => (
            <label key={String(choice.value)} className={styles.choice}>
              <input
                type="radio"
                name={`ask-${ask.key}`}
                value={String(choice.value)}
                checked={picked === choice.value}
                onChange={() => onPick(choice.value)}
              />
              <span className="grow">
                <b>{choice.label}</b>
                {choice.hint && <span className="small faint block">{choice.hint}</span>}
              </span>
              {digits[index] !== null && (
                <span className="faint">
                  <Kbd>{String(digits[index])}</Kbd>
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      {!ask.entry && (
        <div>
          <label className={styles.label} htmlFor="type-a-move">
            {t('plain.type')}
          </label>
          <div className={styles.type}>
            <span className="faint" aria-hidden="true">
              ›
            </span>
            <input
              id="type-a-move"
              data-type-move
              value={typed}
              autoComplete="off"
              spellCheck={false}
              placeholder={ask.choices[0]?.label}
              onChange={(event) => type(event.currentTarget.value)}
            />
          </div>
        </div>
      )}
    </>
  );
}
