/**
 * Recognizes a text that was made from a template. The words of a folder may come from anybody, so the work for a text is bounded over all
 * of its templates.
 */

/** A part of a template: text, or a placeholder. */
type Part = { literal: readonly string[] } | { name: string; isNumber: boolean };

/** A template that is compared with texts. */
export interface TemplatePattern {
  readonly parts: readonly Part[];
  /** Of a text that matches, in characters. */
  readonly longest: number;
  /** What a text that matches contains: the template's text before, between and after its placeholders, empty where there is none. */
  readonly literals: readonly string[];
}

/** What may still be done for a text. A step looks at one character, or at what was found for one position. */
export interface Steps {
  left: number;
}

/** For one text and all templates. No text of the bundled protocols needs a fifth of it. */
export const stepsOfText = 5_000;

/** Characters that a placeholder stands for. */
const longestValue = 80;
const mostDigits = 15;

export function templatePattern(template: string): TemplatePattern {
  const texts = template.split(/(\{[a-z_][a-z0-9_]*\})/i);
  const parts = texts.filter(Boolean).map((part): Part => {
    const name = /^\{([a-z_][a-z0-9_]*)\}$/i.exec(part)?.[1];
    return name === undefined ? { literal: [...part] } : { name, isNumber: /(?:^|_)n$/.test(name) };
  });
  const lengthOf = (part: Part) => ('literal' in part ? part.literal.length : longestValue);
  const literals = texts.filter((_, index) => index % 2 === 0);
  return { parts, longest: parts.reduce((sum, part) => sum + lengthOf(part), 0), literals };
}

/** The templates that match a text, in their order, with the values of their placeholders; none once there are no steps left. */
export function* matchingTemplates<T extends { pattern: TemplatePattern }>(
  templates: readonly T[],
  text: string,
  steps: Steps = { left: stepsOfText },
): Generator<{ template: T; values: Map<string, string> }> {
  let characters: string[] | null = null;
  for (const template of templates) {
    if (!containsLiterals(text, template.pattern)) continue;
    characters ??= [...text];
    const values = matchTemplate(template.pattern, characters, steps);
    if (steps.left <= 0) return;
    if (values) yield { template, values };
  }
}

/** Whether the text has the literals of the template in their order; otherwise it doesn't match, which takes no steps to find out. */
function containsLiterals(text: string, { literals }: TemplatePattern): boolean {
  const [first = '', ...rest] = literals;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let position = first.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, position + 1);
    if (found < 0) return false;
    position = found + literal.length;
  }
  return position < text.length - last.length;
}

/**
 * The values of the placeholders in a text, given as its characters; null if it isn't of this template, or if the steps don't suffice. A placeholder named `n`, or
 * ending in `_n`, stands for an integer, as long as possible; any other for characters of one line, as few as possible.
 *
 * From the last part to the first, it finds where each part would end from each position. A regular expression would go through all
 * ways to divide a text among the placeholders.
 */
export function matchTemplate(
  { parts, longest }: TemplatePattern,
  characters: readonly string[],
  steps: Steps,
): Map<string, string> | null {
  if (characters.length > longest) return null;
  /** By part and position; undefined where the part and all after it don't match. */
  const ends: (number | undefined)[][] = [];
  let matchesAfter = (position: number) => position === characters.length;
  for (const part of parts.toReversed()) {
    const endsOfPart = endsFrom(part, characters, matchesAfter, steps);
    ends.unshift(endsOfPart);
    matchesAfter = (position) => endsOfPart[position] !== undefined;
  }
  if (steps.left <= 0 || !matchesAfter(0)) return null;
  const values = new Map<string, string>();
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const end = ends[index]![start]!;
    if ('name' in part) values.set(part.name, characters.slice(start, end).join(''));
    start = end;
  }
  return values;
}

/** Where the part ends that starts at each position; what is found once there are no steps left is of no use. */
function endsFrom(
  part: Part,
  characters: readonly string[],
  matchesAfter: (position: number) => boolean,
  steps: Steps,
): (number | undefined)[] {
  const ends = new Array<number | undefined>(characters.length);
  let nearest: number | undefined;
  for (let start = characters.length - 1; start >= 0 && steps.left > 0; start -= 1) {
    steps.left -= 1;
    if ('literal' in part) ends[start] = endOfLiteral(part.literal, characters, start, matchesAfter, steps);
    else if (part.isNumber) ends[start] = endOfNumber(characters, start, matchesAfter, steps);
    else {
      if (matchesAfter(start + 1)) nearest = start + 1;
      if (characters[start] === '\n') nearest = undefined;
      if (nearest !== undefined && nearest - start <= longestValue) ends[start] = nearest;
    }
  }
  return ends;
}

function endOfLiteral(
  literal: readonly string[],
  characters: readonly string[],
  start: number,
  matchesAfter: (position: number) => boolean,
  steps: Steps,
): number | undefined {
  const end = start + literal.length;
  if (!matchesAfter(end)) return undefined;
  const differs = literal.findIndex((character, offset) => characters[start + offset] !== character);
  steps.left -= differs < 0 ? literal.length : differs + 1;
  return differs < 0 ? end : undefined;
}

function endOfNumber(
  characters: readonly string[],
  start: number,
  matchesAfter: (position: number) => boolean,
  steps: Steps,
): number | undefined {
  const digitsStart = characters[start] === '-' ? start + 1 : start;
  let digitsEnd = digitsStart;
  while (digitsEnd < digitsStart + mostDigits && isDigit(characters[digitsEnd])) digitsEnd += 1;
  steps.left -= digitsEnd - start;
  for (let end = digitsEnd; end > digitsStart; end -= 1) if (matchesAfter(end)) return end;
  return undefined;
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';
