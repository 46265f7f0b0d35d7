/** Which answers the digit keys pick: those that are shown with that number, on the board or in the list. Pure. */
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { Answer, Choice } from '../../../shared/tables/hooks.ts';
import { digitsOf } from './bar-state.ts';
import { choiceGrid } from './choice-grid.ts';

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
