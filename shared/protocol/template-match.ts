/** Recognizes a text that was made from a template. The words of a folder may come from anybody, so the work is bounded for each of them. */

/** A part of a template: text, or a placeholder. */
type Part = { literal: readonly string[] } | { name: string; isNumber: boolean };

/** A template that is compared with texts. */
export interface TemplatePattern {
  readonly parts: readonly Part[];
  /** Of a text that matches, in characters. */
  readonly longest: number;
}

/** Characters that a placeholder stands for. */
const longestValue = 80;
const longestNumber = 16;
const numberPattern = /^-?\d{1,15}$/;

export function templatePattern(template: string): TemplatePattern {
  const texts = template.split(/(\{[a-z_][a-z0-9_]*\})/i).filter((part) => part !== '');
  const parts = texts.map((part): Part => {
    const name = /^\{([a-z_][a-z0-9_]*)\}$/i.exec(part)?.[1];
    return name === undefined ? { literal: [...part] } : { name, isNumber: /(?:^|_)n$/.test(name) };
  });
  const lengthOf = (part: Part) => ('literal' in part ? part.literal.length : longestValue);
  return { parts, longest: parts.reduce((sum, part) => sum + lengthOf(part), 0) };
}

/**
 * The values of the placeholders in a text, given as its characters; null if it isn't of this template. A placeholder named `n`, or
 * ending in `_n`, stands for an integer, as long as possible; any other for characters of one line, as few as possible.
 *
 * From the last part to the first, it finds where each part would end from each position. A regular expression would go through all
 * ways to divide a text among the placeholders.
 */
export function matchTemplate(
  { parts, longest }: TemplatePattern,
  characters: readonly string[],
): Map<string, string> | null {
  if (characters.length > longest) return null;
  /** By part and position; undefined where the part and all after it don't match. */
  const ends: (number | undefined)[][] = [];
  let matchesAfter = (position: number) => position === characters.length;
  for (const part of parts.toReversed()) {
    const endsOfPart = endsFrom(part, characters, matchesAfter);
    ends.unshift(endsOfPart);
    matchesAfter = (position) => endsOfPart[position] !== undefined;
  }
  if (!matchesAfter(0)) return null;
  const values = new Map<string, string>();
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const end = ends[index]![start]!;
    if ('name' in part) values.set(part.name, characters.slice(start, end).join(''));
    start = end;
  }
  return values;
}

function endsFrom(
  part: Part,
  characters: readonly string[],
  matchesAfter: (position: number) => boolean,
): (number | undefined)[] {
  if ('literal' in part)
    return characters.map((_, start) => endOfLiteral(part.literal, characters, start, matchesAfter));
  if (part.isNumber) return characters.map((_, start) => endOfNumber(characters, start, matchesAfter));
  let nearest: number | undefined;
  return characters
    .map((_, index) => characters.length - 1 - index)
    .map((start) => {
      if (matchesAfter(start + 1)) nearest = start + 1;
      if (characters[start] === '\n') nearest = undefined;
      return nearest !== undefined && nearest - start <= longestValue ? nearest : undefined;
    })
    .reverse();
}

function endOfLiteral(
  literal: readonly string[],
  characters: readonly string[],
  start: number,
  matchesAfter: (position: number) => boolean,
): number | undefined {
  const end = start + literal.length;
  if (!matchesAfter(end)) return undefined;
  return literal.every((character, offset) => characters[start + offset] === character) ? end : undefined;
}

function endOfNumber(
  characters: readonly string[],
  start: number,
  matchesAfter: (position: number) => boolean,
): number | undefined {
  for (let end = Math.min(start + longestNumber, characters.length); end > start; end -= 1) {
    if (matchesAfter(end) && numberPattern.test(characters.slice(start, end).join(''))) return end;
  }
  return undefined;
}
