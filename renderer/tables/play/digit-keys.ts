/** Which answers the digit keys pick: those that are shown with that number, on the board, in the bar or in the list. Pure. */
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { Answer, Choice } from '../../../shared/tables/hooks.ts';
import { digitsOf } from './bar-state.ts';
import { choiceGrid } from './choice-grid.ts';
import { isPlace } from './typed-place.ts';

export type DigitKeys = ReadonlyMap<number, Answer>;

/** The choices that the plain view lists; those of a grid have no numbers. */
export const listedChoices = (choices: readonly Choice[]): readonly Choice[] => choiceGrid(choices)?.others ?? choices;

export function digitsInList(choices: readonly Choice[]): DigitKeys {
  const listed = listedChoices(choices);
  const digits = digitsOf(listed);
  return new Map(
    listed.flatMap(({ value }, index) => {
      const digit = digits[index];
      return digit == null ? [] : [[digit, value] as const];
    }),
  );
}

export const digitsOnBoard = (numbers: readonly BoardNumber[]): DigitKeys =>
  new Map(numbers.map(({ number, answer }) => [number, answer]));

interface ShownChoices {
  /** Whether there is a board, instead of the plain view. */
  onBoard: boolean;
  /** Whether choices are listed beside the board, and which. */
  isListed: boolean;
  listed: readonly Choice[];
  /** All choices of the question. */
  choices: readonly Choice[];
  /** The numbers on the board. */
  numbers: readonly BoardNumber[];
}

/** The keys, and the choices that have their numbers only in the bar; null if there are none. */
export function digitKeys({ onBoard, isListed, listed, choices, numbers }: ShownChoices): {
  digits: DigitKeys;
  numbered: ReturnType<typeof numberedInBar>;
} {
  const shown = onBoard && (numbers.length > 0 || !isListed) ? digitsOnBoard(numbers) : digitsInList(listed);
  const numbered = onBoard && !isListed ? numberedInBar(choices, shown) : null;
  return { digits: numbered ? new Map(numbered.map(({ number, value }) => [number, value])) : shown, numbered };
}

/** More of them are no longer found in a line of text. */
const maxInBar = 4;

/**
 * Few choices that are neither numbered on the board nor places of it, such as colours: the bar names them with their numbers. Null if
 * there are none.
 */
export function numberedInBar(
  choices: readonly Choice[],
  onBoard: DigitKeys,
): readonly (Choice & { number: number })[] | null {
  const isNumbered = choices.some(({ value }) => [...onBoard.values()].includes(value));
  if (isNumbered || choices.length < 2 || choices.length > maxInBar || choices.some(isPlace)) return null;
  const digits = digitsOf(choices);
  const numbered = choices.flatMap((choice, index) => {
    const number = digits[index];
    return number == null ? [] : [{ ...choice, number }];
  });
  return numbered.length === choices.length ? numbered : null;
}
