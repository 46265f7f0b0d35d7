/** What a person typed as an answer: its value, or why it can't be one. Pure. */
import { utf8Length } from '../json/utf8.ts';
import { type Answer, legalAnswer, type Question } from './hooks.ts';

type Entry = NonNullable<Question['entry']>;

/** `over`: characters too many. */
export type TypedProblem =
  | { kind: 'not_number' | 'not_whole' | 'too_small' | 'too_big'; value: string; min: number; max: number }
  | { kind: 'too_long'; over: number }
  | { kind: 'malformed' };

/** Null while nothing is typed, and for what can't be an answer. */
export function typedAnswer(entry: Entry, text: string): Answer | null {
  return legalAnswer({ choices: [], entry }, entry.type === 'text' ? text : numberOf(text));
}

/** Why the text can't be an answer; null if it can, or if nothing is typed. */
export function typedProblem(entry: Entry, text: string): TypedProblem | null {
  if (text.trim() === '' || typedAnswer(entry, text) !== null) return null;
  if (entry.type === 'text') {
    const { over } = roomFor(text, entry.max_bytes);
    return over > 0 ? { kind: 'too_long', over } : { kind: 'malformed' };
  }
  const { min, max } = entry;
  const number = numberOf(text);
  const kind =
    number === null
      ? 'not_number'
      : number % 1 !== 0 && Number.isFinite(number)
        ? 'not_whole'
        : number < min
          ? 'too_small'
          : 'too_big';
  const value = [...text.trim()];
  return { kind, value: value.length > 20 ? `${value.slice(0, 20).join('')}…` : value.join(''), min, max };
}

/** Characters that still fit, counted as wide as the last one, or that are too many. */
export function roomFor(text: string, maxBytes: number): { left: number; over: number } {
  const characters = [...text];
  let bytes = utf8Length(text);
  if (bytes <= maxBytes)
    return { left: Math.floor((maxBytes - bytes) / utf8Length(characters.at(-1) ?? 'a')), over: 0 };
  let over = 0;
  for (; bytes > maxBytes; over += 1) bytes -= utf8Length(characters.pop()!);
  return { left: 0, over };
}

/** Also of digits as an input method may type them. Null for anything but decimal digits. */
function numberOf(text: string): number | null {
  const digits = text.normalize('NFKC').trim().replace(',', '.').replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}
