/** Sizes of answers: a model reads all of it, so that a stranger must not be able to fill it. */
import { utf8Length } from '../../shared/json/utf8.ts';

/** Maximum bytes of a result, which is shorter than the whole line by its envelope. */
export const answerMaxBytes = 31_500;

/** Maximum bytes of a released text where an answer has many. */
export const textMaxBytes = 1_000;

/** The bytes that a value takes in a result: once as JSON, and once more as text, in which the JSON is escaped. */
export function answerBytes(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  return utf8Length(json) + utf8Length(JSON.stringify(json));
}

/** How many items fit into `maxBytes`, from the first one. */
export function countWithin(items: readonly unknown[], maxBytes: number): number {
  let left = maxBytes;
  const index = items.findIndex((item) => {
    left -= answerBytes(item) + 2;
    return left < 0;
  });
  return index < 0 ? items.length : index;
}

/** Bytes of a list's answer for all that isn't a row. */
const listEnvelopeBytes = 500;

/** How many rows fit into the answer of a list. */
export const rowsThatFit = (rows: readonly unknown[]): number => countWithin(rows, answerMaxBytes - listEnvelopeBytes);

/** A page of at most `limit` rows that fits into an answer. Loads a shorter page if the first one doesn't fit. */
export async function loadPageThatFits<T extends { rows: readonly unknown[] }>(
  limit: number,
  load: (limit: number) => Promise<T>,
): Promise<T> {
  const page = await load(limit);
  const count = rowsThatFit(page.rows);
  return count === page.rows.length ? page : load(Math.max(1, count));
}

/** The beginning of a text that takes at most `maxBytes`, with an ellipsis if it was cut. */
export function cutText(text: string, maxBytes: number): string {
  if (answerBytes(text) <= maxBytes) return text;
  let [fits, tooLong] = [0, text.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (answerBytes(`${text.slice(0, middle)}…`) <= maxBytes) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).toWellFormed()}…`;
}
