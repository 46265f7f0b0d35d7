/**
 * stdout of the commands, in one of three forms. With --json: JSON. On a terminal: human-readable text, which may change. Elsewhere:
 * lines that scripts rely on, which are `name: value` for each member, tab-separated cells for each row of a list, or JSON.
 */
import { type Cell, dim, fieldsText, tableText } from './layout.ts';
import { jsonText, printable, writeOutput } from './terminal.ts';

export interface OutputFlags {
  json?: true | undefined;
}

const defaultWidth = 80;

export const isTerminal = (): boolean => process.stdout.isTTY === true;

const toJsonLine = (value: unknown): string => `${jsonText(value)}\n`;
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The only place that decides between the three forms. */
function write({ json }: OutputFlags, forms: Record<'json' | 'lines' | 'text', () => string>): void {
  const form = json ? forms.json : isTerminal() ? forms.text : forms.lines;
  writeOutput(withNewline(form()));
}

export interface OutputForms {
  json: unknown;
  /** JSON by default. */
  lines?: () => string;
  text: () => string;
}

export function print(flags: OutputFlags, { json, lines, text }: OutputForms): void {
  const jsonLine = () => toJsonLine(json);
  write(flags, { json: jsonLine, lines: lines ?? jsonLine, text });
}

export interface FieldForms {
  /** The fields by default. */
  json?: unknown;
  /** A next step, printed below the fields on a terminal. */
  nextStep?: string;
}

/** Prints an object, member by member. Members that are objects appear on a terminal and in JSON only. */
export function printFields(flags: OutputFlags, fields: object, { json = fields, nextStep }: FieldForms = {}): void {
  print(flags, {
    json,
    lines: () => fieldLines(fields),
    text: () => fieldsText(fields) + (nextStep === undefined ? '' : `\n${nextStep}\n`),
  });
}

export interface ListForms<Row> {
  /** One JSON value for the whole list; by default one object per line for each row. */
  json?: unknown;
  /** The tab-separated cells elsewhere; scripts rely on their order. */
  cells(row: Row): readonly Cell[];
  /** The cells on a terminal, by lower-case heading. */
  columns: Readonly<Record<string, (row: Row) => Cell>>;
  /** Headings of columns that are never truncated, since they are typed into other commands. */
  untruncatedColumns?: readonly string[];
  /** What an empty list means, and a next step. */
  emptyText: string;
  /** A next step, printed below the list on a terminal. */
  nextStep?: string;
  next_cursor?: string | null;
  /** Number of entries on all pages. */
  total?: number;
}

export function printList<Row>(flags: OutputFlags, rows: readonly Row[], forms: ListForms<Row>): void {
  const { json, cells, columns, untruncatedColumns, emptyText, nextStep, next_cursor, total } = forms;
  const headings = Object.keys(columns);
  write(flags, {
    json: () => (json === undefined ? rows.map(toJsonLine).join('') : toJsonLine(json)),
    lines: () =>
      rows.map((row) => rowLine(cells(row))).join('') +
      fieldLines({ ...(next_cursor && { next_cursor }), ...(total !== undefined && { total }) }),
    text() {
      if (rows.length === 0) return emptyText;
      const rowCells = rows.map((row) => headings.map((heading) => columns[heading]!(row)));
      const width = process.stdout.columns || defaultWidth;
      const footer =
        (next_cursor ? `${dim(`There is more: add --cursor ${next_cursor}`)}\n` : '') +
        (total === undefined ? '' : `${dim(`${rows.length} of ${total}`)}\n`);
      const table = tableText({
        headings: headings.map(capitalize),
        rows: rowCells,
        width,
        ...(untruncatedColumns && { untruncatedColumns: untruncatedColumns.map(capitalize) }),
      });
      return `${table}${footer}${nextStep === undefined ? '' : `\n${nextStep}\n`}`;
    },
  });
}

/** One event: its name and values that aren't objects, or `text` on a terminal. */
export function printEvent(flags: OutputFlags, event: string, data: Record<string, unknown>, text: string): void {
  print(flags, {
    json: { event, ...data },
    lines: () => {
      const values = Object.values(data).filter((value) => typeof value !== 'object');
      return `${event}: ${printable(values.map(String).join(' '))}`;
    },
    text: () => text,
  });
}

/** Tab-separated; control characters of untrusted text are replaced. */
export const rowLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => printable(String(cell ?? '-'))).join('\t')}\n`;

/** `name: value` for each member that is neither an object nor a list of objects. */
export const fieldLines = (fields: object): string =>
  Object.entries(fields)
    .map(([name, member]) => {
      const text = plainText(member);
      return text === null ? '' : `${name}: ${printable(text)}\n`;
    })
    .join('');

function plainText(member: unknown): string | null {
  if (member === null) return '-';
  if (Array.isArray(member)) return member.every((item) => typeof item !== 'object') ? member.join(', ') : null;
  return typeof member === 'object' || member === undefined ? null : String(member);
}
