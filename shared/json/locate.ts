/** Finds line and column in a JSON text, for error messages. */
export interface TextPosition {
  /** From 1. */
  line: number;
  column: number;
}

/** Line and column of a character offset, both from 1. */
export function positionOf(text: string, at: number): TextPosition {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - start + 1 };
}

/**
 * The position of a JSON pointer's target: a member's key or an element's first character, or that of the innermost existing
 * container if the target is missing. The text must be valid JSON.
 */
export function pointerPosition(text: string, pointer: string): TextPosition {
  const steps = pointer.split('/').slice(1);
  let at = afterSpace(text, 0);
  let found = at;
  for (const step of steps) {
    const next = enter(text, at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (next === null) break;
    found = next.place;
    at = next.value;
  }
  return positionOf(text, found);
}

/** The member or element of the value at `at`; null if there is none. */
function enter(text: string, at: number, step: string): { place: number; value: number } | null {
  const isObject = text[at] === '{';
  if (!isObject && text[at] !== '[') return null;
  let place = afterSpace(text, at + 1);
  for (let index = 0; text[place] !== '}' && text[place] !== ']' && place < text.length; index += 1) {
    const colon = isObject ? afterSpace(text, endOf(text, place)) : null;
    const value = colon === null ? place : afterSpace(text, colon + 1);
    const name = colon === null ? String(index) : nameAt(text, place);
    if (name === step) return { place, value };
    place = afterSpace(text, endOf(text, value));
    if (text[place] === ',') place = afterSpace(text, place + 1);
  }
  return null;
}

function nameAt(text: string, at: number): string | null {
  try {
    return JSON.parse(text.slice(at, endOf(text, at))) as string;
  } catch {
    return null;
  }
}

/** The offset after the value that begins at `at`. */
function endOf(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    const character = text[i] as string;
    if (character === '"') {
      for (i += 1; i < text.length && text[i] !== '"'; i += 1) if (text[i] === '\\') i += 1;
      if (depth === 0) return i + 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      // A number or literal ends before the enclosing bracket.
      if (depth === 0) return i;
      depth -= 1;
      if (depth === 0) return i + 1;
    } else if (depth === 0 && (character === ',' || isSpace(character))) return i;
  }
  return text.length;
}

const isSpace = (character: string): boolean => ' \n\r\t'.includes(character);

function afterSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && isSpace(text[i] as string)) i += 1;
  return i;
}
