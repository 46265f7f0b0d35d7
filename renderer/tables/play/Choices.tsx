import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from '../../../shared/bridge/contract.ts';
import type { Answer, Choice } from '../../../shared/tables/hooks.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import entry from '../AnswerInput.module.css';
import { digitsOf } from './bar-state.ts';
import styles from './Choices.module.css';
import { type ChoiceGrid, choiceGrid, nextChoice } from './choice-grid.ts';

interface ChoicesProps {
  ask: OpenQuestion;
  pickedAnswer: Answer | null;
  onPick(answer: Answer): void;
}

const normalized = (text: string) => text.trim().toLowerCase();

/** The legal choices as radio buttons, and a field to type one. The decision bar submits it. */
export function Choices({ ask, pickedAnswer, onPick }: ChoicesProps) {
  const { t } = useTranslation('tables');
  const [typedText, setTypedText] = useState('');
  const digits = digitsOf(ask.choices);
  const digitOf = (choice: Choice) => digits[ask.choices.indexOf(choice)] ?? null;
  const grid = choiceGrid(ask.choices);
  const listedChoices = grid ? grid.others : ask.choices;
  const updateText = (text: string) => {
    setTypedText(text);
    const query = normalized(text);
    if (query === '') return;
    const exact = ask.choices.find(
      (choice) => normalized(choice.label) === query || normalized(String(choice.value)) === query,
    );
    const matches = ask.choices.filter((choice) => normalized(choice.label).startsWith(query));
    const match = exact ?? (matches.length === 1 ? matches[0] : undefined);
    if (match) onPick(match.value);
  };
  return (
    <>
      <fieldset>
        <legend className={entry.label}>{t('plain.choices', { count: ask.choices.length })}</legend>
        {grid && <PlaceChoices ask={ask} pickedAnswer={pickedAnswer} onPick={onPick} grid={grid} />}
        {listedChoices.length > 0 && (
          <div className={styles.choices}>
            {listedChoices.map((choice) => (
              <label key={String(choice.value)} className={styles.choice}>
                <input {...radioProps(ask, choice, pickedAnswer, onPick)} />
                <span className="grow">
                  <b>{choice.label}</b>
                  {choice.hint && <span className="small faint block">{choice.hint}</span>}
                </span>
                {digitOf(choice) !== null && (
                  <span className="faint">
                    <Kbd>{String(digitOf(choice))}</Kbd>
                  </span>
                )}
              </label>
            ))}
          </div>
        )}
      </fieldset>
      {!ask.entry && (
        <div>
          <label className={entry.label} htmlFor="type-a-move">
            {t('plain.type')}
          </label>
          <div className={`row ${entry.inputRow}`}>
            <span className="faint" aria-hidden="true">
              ›
            </span>
            <input
              id="type-a-move"
              data-type-move
              value={typedText}
              autoComplete="off"
              spellCheck={false}
              placeholder={ask.choices[0]?.label}
              onChange={(event) => updateText(event.currentTarget.value)}
            />
          </div>
        </div>
      )}
    </>
  );
}

const radioProps = (ask: OpenQuestion, choice: Choice, picked: Answer | null, onPick: (answer: Answer) => void) => ({
  type: 'radio',
  name: `ask-${ask.key}`,
  value: String(choice.value),
  checked: picked === choice.value,
  onChange: () => onPick(choice.value),
});

/** Choices as cells of a grid. Left and Right move to the next choice, Up and Down stay in the column. */
function PlaceChoices({ ask, pickedAnswer, onPick, grid }: ChoicesProps & { grid: ChoiceGrid }) {
  const move = (event: KeyboardEvent<HTMLInputElement>, from: Choice) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (step === undefined) return;
    event.preventDefault();
    const next = nextChoice(grid, from, step);
    if (!next) return;
    onPick(next.value);
    const inputs = event.currentTarget.closest('table')?.querySelectorAll('input') ?? [];
    [...inputs].find(({ value }) => value === String(next.value))?.focus();
  };
  return (
    <div className={styles.scroll}>
      {/* Columns run from left to right in every language. */}
      <table className={styles.places} role="presentation" dir="ltr">
        <tbody>
          {grid.rows.map(({ name, cells }) => (
            <tr key={name}>
              {cells.map((choice, column) => (
                <td key={grid.columns[column]}>
                  {choice && (
                    <label className={styles.place}>
                      <input
                        {...radioProps(ask, choice, pickedAnswer, onPick)}
                        onKeyDown={(event) => move(event, choice)}
                      />
                      {choice.label}
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
