/** How much a JSON text contains, from its characters alone: parsing a hostile text already costs what a limit is to prevent. */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const isOpening = (unit: number) => unit === 0x5b || unit === 0x7b;
const isClosing = (unit: number) => unit === 0x5d || unit === 0x7d;

/**
 * The number of values, containers included; at most a few more if the text contains spaces. Null beyond `maxValues` or `maxDepth`. The
 * text may be malformed.
 */
export function countValues(
  text: string,
  { maxValues, maxDepth }: Record<'maxValues' | 'maxDepth', number>,
): number | null {
  let values = 1;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isInString) {
      if (unit === backslash) index += 1;
      else if (unit === quote) isInString = false;
    } else if (unit === quote) isInString = true;
    else if (isClosing(unit)) depth -= 1;
    else if (unit === comma) values += 1;
    else if (isOpening(unit)) {
      depth += 1;
      if (!isClosing(text.charCodeAt(index + 1))) values += 1;
    }
    if (values > maxValues || depth > maxDepth) return null;
  }
  return values;
}
