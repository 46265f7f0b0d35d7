import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../shared/json/value.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Answer, Choice, Question } from '../../../shared/tables/hooks.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import entry from '../AnswerInput.module.css';
import { gridHeadings } from '../view-shape.ts';
import { digitsOf } from './bar-state.ts';
import styles from './Choices.module.css';
import { type ChoiceGrid, choiceGrid, nextChoice } from './choice-grid.ts';
import { listedChoices } from './digit-keys.ts';

interface ChoicesProps {
  ask: Question;
  pickedAnswer: Answer | null;
  onPick(answer: Answer): void;
}

interface ChoiceListProps extends ChoicesProps {
  view: Json;
  /** Whether number keys pick the choices that aren't places. */
  numbered?: boolean;
  /** The board draws the others, so their number says little. */
  isPartial?: boolean;
  /** The choices that the board draws as impossible, or not at all. */
  offBoard?: readonly Answer[];
}

interface AllChoicesProps extends ChoicesProps {
  view: Json;
  onTypeProblem(reason: string | null): void;
}

const normalized = (text: string) => text.trim().toLowerCase();

/** The legal choices as radio buttons, and a field to type one. The decision bar submits it. */
export function Choices({ ask, view, pickedAnswer, onPick, onTypeProblem }: AllChoicesProps) {
  const { t } = useTranslation('tables');
  const [typedText, setTypedText] = useState('');
  const [unknownText, setUnknownText] = useState('');
  const updateText = (text: string) => {
    setTypedText(text);
    const query = normalized(text);
    onTypeProblem(null);
    setUnknownText('');
    if (query === '') return;
    const exact = ask.choices.find(
      (choice) => normalized(choice.label) === query || normalized(String(choice.value)) === query,
    );
    const matches = ask.choices.filter((choice) => normalized(choice.label).startsWith(query));
    const match = exact ?? (matches.length === 1 ? matches[0] : undefined);
    if (match) onPick(match.value);
    else if (matches.length === 0) {
      setUnknownText(text);
      onTypeProblem(noSuchMove(text));
    }
  };
  const noSuchMove = (text: string) => t('plain.no_such_move', { text: escapeInvisible(text.trim().slice(0, 20)) });
  return (
    <>
      <ChoiceList ask={ask} view={view} pickedAnswer={pickedAnswer} onPick={onPick} />
      {!ask.entry && (
        <div>
          <label className={entry.label} htmlFor="type-a-move">
            {t('plain.type')}
          </label>
          <div className={`row ${entry.inputRow}`} data-invalid={unknownText !== '' || undefined}>
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
              aria-invalid={unknownText !== ''}
              aria-describedby="move-note"
              onChange={(event) => updateText(event.currentTarget.value)}
            />
          </div>
          <div id="move-note" className={`small ${entry.over}`}>
            {unknownText !== '' && noSuchMove(unknownText)}
          </div>
        </div>
      )}
    </>
  );
}

/** The legal choices as radio buttons, those of a grid as its cells. */
export function ChoiceList({
  ask,
  view,
  pickedAnswer,
  onPick,
  numbered = true,
  isPartial = false,
  offBoard = [],
}: ChoiceListProps) {
  const { t } = useTranslation('tables');
  // Two seats may have the same question in one window.
  const group = useId();
  const grid = choiceGrid(ask.choices, gridHeadings(view));
  const listed = listedChoices(ask.choices);
  const digits = digitsOf(listed);
  return (
    <fieldset>
      <legend className={isPartial ? 'offscreen' : entry.label}>
        {isPartial ? t('undrawn.some') : t('plain.choices', { count: ask.choices.length })}
      </legend>
      {grid && <PlaceChoices group={group} pickedAnswer={pickedAnswer} onPick={onPick} grid={grid} />}
      {listed.length > 0 && (
        <div className={styles.choices}>
          {listed.map((choice, index) => (
            <label
              key={String(choice.value)}
              className={styles.choice}
              data-off-board={offBoard.includes(choice.value) || undefined}
            >
              <input {...radioProps(group, choice, pickedAnswer, onPick)} />
              <span className="grow">
                <b>{choice.label}</b>
                {offBoard.includes(choice.value) && <span className="offscreen"> {t('undrawn.some')}</span>}
                {choice.hint && <span className="small faint block">{choice.hint}</span>}
              </span>
              {numbered && digits[index] != null && (
                <span className="faint">
                  <Kbd>{String(digits[index])}</Kbd>
                </span>
              )}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const radioProps = (group: string, choice: Choice, picked: Answer | null, onPick: (answer: Answer) => void) => ({
  type: 'radio',
  name: group,
  value: String(choice.value),
  checked: picked === choice.value,
  onChange: () => onPick(choice.value),
});

interface PlaceChoicesProps extends Omit<ChoicesProps, 'ask'> {
  group: string;
  grid: ChoiceGrid;
}

/** Choices as cells of a grid. Left and Right move to the next choice, Up and Down stay in the column. */
function PlaceChoices({ group, pickedAnswer, onPick, grid }: PlaceChoicesProps) {
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
                        {...radioProps(group, choice, pickedAnswer, onPick)}
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
