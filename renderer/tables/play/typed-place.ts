/** Places that people type by their names, such as `h12`, while the window has the focus. Pure. */
import type { Choice } from '../../../shared/tables/hooks.ts';

const place = /^[a-z]\d{1,2}$/i;

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
  const places = choices.filter(({ label }) => place.test(label));
  const begins = (text: string) => places.some(({ label }) => label.toLowerCase().startsWith(text));
  const whole = before + character.toLowerCase();
  let typed = whole;
  while (typed !== '' && !begins(typed)) typed = typed.slice(1);
  const choice = places.find(({ label }) => label.toLowerCase() === typed) ?? null;
  const isUnknown = typed === '' && before !== '' && places.length > 0 && place.test(whole);
  return { typed, choice, unknown: isUnknown ? whole : null };
}
