import { firstDifference } from '../fairness/fairness.ts';

/** Splits two texts into their common start, what differs, and their common end. */
export function splitAtDifference(
  a: string,
  b: string,
): { prefix: string; differences: [string, string]; suffix: string } {
  const start = firstDifference(a, b);
  let suffixLength = 0;
  const maxSuffix = Math.min(a.length, b.length) - start;
  while (suffixLength < maxSuffix && a[a.length - 1 - suffixLength] === b[b.length - 1 - suffixLength])
    suffixLength += 1;
  return {
    prefix: a.slice(0, start),
    differences: [a.slice(start, a.length - suffixLength), b.slice(start, b.length - suffixLength)],
    suffix: a.slice(a.length - suffixLength),
  };
}
