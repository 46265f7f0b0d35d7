/** The text of a record: JSON lines as on disk; in an exported file, preceded by a line that contains the spec. */
import { z } from 'zod';
import { countValues } from '../json/extent.ts';
import { sha256Hex } from '../signing/hash.ts';
import { budgets } from './budgets.ts';
import { type RecordLine, recordLineSchema } from './record.ts';
import { entryOfKind } from './record-order.ts';

/** Extension of exported files. */
export const recordExtension = 'parlor';

/** Larger than the record of any day-long table. */
export const recordMaxBytes = budgets.files.recordBytes;

const { lineBytes, lineValues, recordValues } = budgets.files;

/** More lines than a record of that size has; guards against files of empty lines. */
const maxLines = 250_000;
/** After this many invalid lines, the rest are not parsed: rejecting a line costs more than reading one. */
const maxInvalidLines = 1000;

/** The first line of an exported record; its spec makes the file self-contained. */
const exportHeadSchema = z.object({ parlor_table: z.literal(1), spec: z.string() });

/** With its line feed. */
export const exportHead = (specText: string): string =>
  `${JSON.stringify({ parlor_table: 1, spec: specText } satisfies z.infer<typeof exportHeadSchema>)}\n`;

/**
 * The exported file. The spec is left out if the record names another text of it, of an earlier version of Parlor: whoever signed the
 * record has not signed this one.
 */
export function exportRecord(recordText: string, specText: string): string {
  const spec_hash = recordedSpecHash(parseRecord(recordText));
  return spec_hash === null || spec_hash === sha256Hex(specText) ? exportHead(specText) + recordText : recordText;
}

/** The hash of the spec's text that the record names; null for a record that nobody was to sign. */
export function recordedSpecHash({ lines }: ParsedRecord): string | null {
  const spec_hash = entryOfKind(
    lines.map(({ line }) => line),
    'start',
  )?.spec_hash;
  return typeof spec_hash === 'string' ? spec_hash : null;
}

export interface ParsedRecord {
  /** The spec of an export; null for a record as on disk. */
  spec: string | null;
  /** `number`: line of the text, from 1. `line`: null for an invalid line. */
  lines: { number: number; line: RecordLine | null }[];
}

/** Never throws. Lines beyond their number are omitted; the first of them counts as invalid, and so does a line beyond another limit. */
export function parseRecord(text: string): ParsedRecord {
  const parsing = parseInSlices(text);
  for (;;) {
    const { done, value } = parsing.next();
    if (done) return value;
  }
}

/** As `parseRecord`, for a process that has other things to do: calls `pause` every few milliseconds. */
export async function parseRecordInSlices(text: string, pause: () => Promise<unknown>): Promise<ParsedRecord> {
  const parsing = parseInSlices(text);
  for (;;) {
    const { done, value } = parsing.next();
    if (done) return value;
    await pause();
  }
}

/** UTF-16 units that are parsed in one go; a longer line is. */
const sliceLength = 64 * 1024;

function* parseInSlices(text: string): Generator<undefined, ParsedRecord> {
  const textLines = text.split('\n', maxLines + 1);
  if (textLines.length > maxLines) textLines[maxLines] = '';
  else if (textLines.at(-1) === '') textLines.pop();
  const parser = new LineParser();
  const exportHead = exportHeadSchema.safeParse(parser.parse(textLines[0] ?? ''));
  const lines: ParsedRecord['lines'] = [];
  let invalidCount = 0;
  let parsedLength = 0;
  for (const textLine of textLines) {
    const line =
      invalidCount < maxInvalidLines ? (recordLineSchema.safeParse(parser.parse(textLine)).data ?? null) : null;
    if (line === null) invalidCount += 1;
    lines.push({ number: lines.length + 1, line });
    parsedLength += textLine.length;
    if (parsedLength < sliceLength) continue;
    parsedLength = 0;
    yield;
  }
  return exportHead.success ? { spec: exportHead.data.spec, lines: lines.slice(1) } : { spec: null, lines };
}

/** The valid lines of a record or export. */
export const recordLinesOf = (text: string): RecordLine[] => validLinesOf(parseRecord(text));

export const validLinesOf = ({ lines }: ParsedRecord): RecordLine[] => lines.flatMap(({ line }) => line ?? []);

/** Deeper than any frame; more nesting could overflow the stack of later readers. */
const maxDepth = 256;

/** Parses the lines of one record, within the limits of a line and of the record. */
class LineParser {
  #valuesLeft: number = recordValues;

  /** Null for a line that is malformed or beyond a limit. */
  parse(textLine: string): unknown {
    if (textLine.length > lineBytes) return null;
    const values = countValues(textLine, { maxValues: Math.min(lineValues, this.#valuesLeft), maxDepth });
    if (values === null) return null;
    this.#valuesLeft -= values;
    try {
      return JSON.parse(textLine);
    } catch {
      return null;
    }
  }
}
