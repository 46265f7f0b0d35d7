/** Maps offsets and JSON Pointers to lines and columns of a JSON text, for error messages. */

/** Both are counted from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** The position of a character offset. */
export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/**
 * The position of a JSON Pointer's target: a member's key or an element's first character. If the target is missing, the position of
 * its innermost existing ancestor. The text must be valid JSON.
 */
export function pointerPosition(text: string, pointer: string): TextPosition {
  const steps = pointer.split('/').slice(1);
  let value = skipSpace(text, 0);
  let start = value;
  for (const step of steps) {
    const child = findChild(text, value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (child === null) break;
    ({ start, value } = child);
  }
  return positionOf(text, start);
}

/** Offsets of a member or element of the value at `at`: where it starts, and its own value. Null if there is no such child. */
function findChild(text: string, at: number, step: string): { start: number; value: number } | null {
  const isObject = text[at] === '{';
  if (!isObject && text[at] !== '[') return null;
  let start = skipSpace(text, at + 1);
  for (let index = 0; text[start] !== '}' && text[start] !== ']' && start < text.length; index += 1) {
    const colon = isObject ? skipSpace(text, endOf(text, start)) : null;
    const value = colon === null ? start : skipSpace(text, colon + 1);
    const key = colon === null ? String(index) : keyAt(text, start);
    if (key === step) return { start, value };
    start = skipSpace(text, endOf(text, value));
    if (text[start] === ',') start = skipSpace(text, start + 1);
  }
  return null;
}

function keyAt(text: string, at: number): string | null {
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

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && isSpace(text[i] as string)) i += 1;
  return i;
}
