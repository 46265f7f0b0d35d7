/**
 * Key events by what a key types rather than by where it lies, so that shortcuts work as labelled on every keyboard layout
 * (UI Events, section 3.7: `key` is what the key types, `code` its position).
 */

export interface TypedKey {
  key: string;
  code: string;
}

const codesOfMarks: { readonly [mark: string]: string } = { '.': 'Period', ',': 'Comma', '/': 'Slash' };
const digit = /^[0-9]$/;
const asciiCharacter = /^[ -~]$/;

/**
 * Whether the key types this letter, digit or mark (`K`, `2`, `.`), or has this name (`Enter`). A key of another script or a dead key
 * counts by its position on a US keyboard; so do digits, since some layouts type them with Shift only.
 */
export function isKey({ key, code }: TypedKey, name: string): boolean {
  if (name.length > 1) return key === name;
  if (key.toUpperCase() === name) return true;
  if (digit.test(name)) return !digit.test(key) && code === `Digit${name}`;
  return !asciiCharacter.test(key) && code === (codesOfMarks[name] ?? `Key${name}`);
}

/** The digit that the key types, also on layouts that type it with Shift only; null for any other key. */
export function digitOf(event: TypedKey & { shiftKey: boolean }): number | null {
  if (digit.test(event.key)) return Number(event.key);
  const position = /^Digit([0-9])$/.exec(event.code)?.[1];
  return position === undefined || event.shiftKey ? null : Number(position);
}

/**
 * Whether the key belongs to an input method that is composing a character, as in Chinese, Japanese and Korean: Enter confirms
 * a candidate and digits choose one. Safari ends the composition before the event, and marks it with key code 229 only.
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
