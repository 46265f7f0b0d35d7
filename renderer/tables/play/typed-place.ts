/** Places that people type by their names, such as `h12` or `c3d3`, while the window has the focus. Pure. */
import type { Choice } from '../../../shared/tables/hooks.ts';

/** One point, or the two ends of a line. */
const place = /^[a-z]\d{1,2}([a-z]\d{1,2})?$/;

/** A label as it is typed: of a line, with or without a space between its ends. */
export const typedName = (label: string): string => label.toLowerCase().replaceAll(' ', '');

export const isPlace = ({ label }: Choice): boolean => place.test(typedName(label));

export interface TypedPlace {
  /** What to pass with the next character: the beginning of a name, or empty if the last character belongs to none. */
  typed: string;
  /** The choice with the name typed so far. */
  choice: Choice | null;
  /** A name that is like those of the choices, and that none of them has. */
  unknown: string | null;
}

/** The place after one more character. */
export function typePlace(choices: readonly Choice[], before: string, character: string): TypedPlace {
  const names = choices.filter(isPlace).map((choice) => ({ choice, name: typedName(choice.label) }));
  const begins = (text: string) => names.some(({ name }) => name.startsWith(text));
  const whole = before + character.toLowerCase();
  let typed = whole;
  while (typed !== '' && !begins(typed)) typed = typed.slice(1);
  const choice = names.find(({ name }) => name === typed)?.choice ?? null;
  const isUnknown = typed === '' && before !== '' && names.length > 0 && place.test(whole);
  return { typed, choice, unknown: isUnknown ? whole : null };
}
