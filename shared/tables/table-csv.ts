/** Finished tables as comma-separated values (RFC 4180, with line feeds), for spreadsheets and scripts. Pure. */
import type { TableRow } from '../bridge/tables.ts';
import { escapeInvisible } from '../peer-text.ts';
import { endOf } from './table-end.ts';
import { tableEndOf, timeOf } from './table-rows.ts';

type Value = string | number | null;

const isoTime = (time: number): string => new Date(time).toISOString();

/** By the name of its column; scripts rely on names and order. */
const columns: { readonly [name: string]: (row: TableRow) => Value } = {
  started_at: ({ started_at }) => isoTime(started_at),
  ended_at: (row) => isoTime(timeOf(row)),
  game: ({ protocol }) => protocol.name,
  seat: ({ role }) => role,
  opponent: ({ peer }) => peer.nickname,
  /** Empty for a conversation. */
  end: tableEndOf,
  reason: reasonOf,
  points: ({ result }) => result?.rating?.mine.delta ?? null,
  rating: ({ result }) => result?.rating?.mine.after ?? null,
  control_mode: ({ control_mode }) => control_mode,
  messages: ({ record }) => record.frames,
  opening: ({ role, opening = [] }) =>
    opening.map(({ by, text }) => `${by === role ? 'me' : 'peer'}: ${text}`).join('; '),
  opponent_key: ({ peer }) => peer.public_key,
  protocol_id: ({ protocol }) => protocol.protocol_id,
  table_id: ({ table_id }) => table_id,
  session_id: ({ session_id }) => session_id,
};

/** A code for what failed, was conceded or agreed, otherwise the sentence of the hooks. */
function reasonOf(row: TableRow): Value {
  const end = endOf(row);
  if (end.kind === 'failed') return end.problem?.code ?? null;
  if (end.kind === 'agreed') return 'agreed';
  return end.kind === 'conceded' ? end.code : end.reason;
}

export const csvHeader = `${Object.keys(columns).join(',')}\n`;

export const csvLine = (row: TableRow): string =>
  `${Object.values(columns)
    .map((column) => cell(column(row)))
    .join(',')}\n`;

/**
 * Where a spreadsheet would start to read a formula: it splits cells at commas, semicolons or tabs, whatever the quotes around them, as its
 * language has it.
 */
const formulaStart = /(^|[,;\t|"])(\s*)(?=[=+\-@＝＋－＠])/g;

function cell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeInvisible(value.replaceAll(/[\r\n\t]+/g, ' ')).replace(formulaStart, "$1$2'");
  return /^[\w.: -]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
