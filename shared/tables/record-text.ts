/** The text of a record: JSON lines as on disk; in an exported file, preceded by a line that contains the spec. */
import { z } from 'zod';
import { type RecordLine, recordLineSchema } from './record.ts';

/** Extension of exported files. */
export const recordExtension = 'parlor';

/** Larger than the record of any day-long table. */
export const recordMaxBytes = 32 * 1024 * 1024;

/** More lines than a record of that size has; guards against files of empty lines. */
const linesMax = 250_000;
/** After this many invalid lines, the rest are not parsed: rejecting a line costs more than reading one. */
const invalidMax = 1000;

/** The first line of an exported record; its spec makes the file self-contained. */
const exportHeadSchema = z.object({ parlor_table: z.literal(1), spec: z.string() });

export const exportRecord = (recordText: string, specText: string): string =>
  `${JSON.stringify({ parlor_table: 1, spec: specText } satisfies z.infer<typeof exportHeadSchema>)}\n${recordText}`;

export interface ParsedRecord {
  /** The spec of an export; null for a record as on disk. */
  spec: string | null;
  /** `number`: line of the text, from 1. `line`: null for an invalid line. */
  lines: { number: number; line: RecordLine | null }[];
}

/** Never throws. Lines beyond the limit are omitted; the first of them counts as invalid. */
export function parseRecord(text: string): ParsedRecord {
  const rows = text.split('\n', linesMax + 1);
  if (rows.length > linesMax) rows[linesMax] = '';
  else if (rows.at(-1) === '') rows.pop();
  const head = exportHeadSchema.safeParse(parse(rows[0] ?? ''));
  let invalid = 0;
  const lines = rows.map((row, index): ParsedRecord['lines'][number] => {
    const line = invalid < invalidMax ? (recordLineSchema.safeParse(parse(row)).data ?? null) : null;
    if (line === null) invalid += 1;
    return { number: index + 1, line };
  });
  return head.success ? { spec: head.data.spec, lines: lines.slice(1) } : { spec: null, lines };
}

/** The valid lines of a record or export. */
export const recordLinesOf = (text: string): RecordLine[] => parseRecord(text).lines.flatMap(({ line }) => line ?? []);

/** Deeper than any frame; more nesting could overflow the stack of later readers. */
const depthMax = 256;

function parse(row: string): unknown {
  try {
    const value: unknown = JSON.parse(row);
    return isWithin(value, depthMax) ? value : null;
  } catch {
    return null;
  }
}

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));
