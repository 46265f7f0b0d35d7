import type { Json } from '../../json/value.ts';
import { firstBreak, recordLineSchema } from '../record.ts';

/** The index of the first invalid line of a record as JSON; null if there is none. */
export const firstBrokenLine = (lines: readonly Json[]): number | null =>
  firstBreak(lines.map((line) => recordLineSchema.safeParse(line).data ?? null));
