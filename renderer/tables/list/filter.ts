/** The filter of the table list, stored in the URL; main applies it. Pure. */
import { type TableFilter, tableEnds } from '../../../shared/bridge/contract.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { filterParams, paramReader } from '../../core/filters.ts';

/** `all`: also conversations, which have no winner. */
export const endChoices = ['all', ...tableEnds] as const;

/** When tables ended. `between`: from the day `from` to the day `to`, both included; an empty one is no limit. */
export const periods = ['any', 'today', 'week', 'month', 'year', 'between'] as const;

export interface ListFilter {
  /** Matches nicknames, games, and the start of ids and keys. */
  text: string;
  end: (typeof endChoices)[number];
  /** Id of a protocol; empty for all. */
  game: string;
  /** Public key of the opponent; empty for all. */
  opponent: string;
  period: (typeof periods)[number];
  /** Days as in `2026-03-31`. */
  from: string;
  to: string;
}

export const emptyFilter: ListFilter = {
  text: '',
  end: 'all',
  game: '',
  opponent: '',
  period: 'any',
  from: '',
  to: '',
};
const paramNames = {
  text: 'q',
  end: 'end',
  game: 'game',
  opponent: 'with',
  period: 'period',
  from: 'from',
  to: 'to',
};

/** The filter as URL parameters; null for unset parts. */
export const filterQuery = (filter: ListFilter) => filterParams(filter, emptyFilter, paramNames);

/** Reads URL parameters; invalid ones are ignored. */
export function readFilter(query: URLSearchParams): ListFilter {
  const param = paramReader<ListFilter>(query, paramNames);
  const idIn = (part: 'game' | 'opponent') => (isHex64(param(part)) ? param(part) : '');
  const dayIn = (part: 'from' | 'to') => (dayStart(param(part)) === null ? '' : param(part));
  return {
    text: param('text'),
    end: endChoices.find((end) => end === param('end')) ?? 'all',
    game: idIn('game'),
    opponent: idIn('opponent'),
    period: periods.find((period) => period === param('period')) ?? 'any',
    from: dayIn('from'),
    to: dayIn('to'),
  };
}

/** The route of the list with this filter. */
export function filteredPath(changes: Partial<ListFilter>): string {
  const params = Object.entries(filterQuery({ ...emptyFilter, ...changes })).filter(([, value]) => value !== null);
  return `/tables?${new URLSearchParams(params as [string, string][])}`;
}

export const isActive = (filter: ListFilter): boolean => Object.keys(mainFilter(filter, 0)).length > 0;

/** The part of the filter that also applies to tables in progress. */
export const runningFilter = ({ text, game, opponent }: ListFilter): TableFilter => ({
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  ...(game === '' ? {} : { protocol_id: game }),
  ...(opponent === '' ? {} : { public_key: opponent }),
});

/** The filter as main takes it. `now`: the wall time; days begin as in this computer's time zone. */
export function mainFilter(filter: ListFilter, now: number): TableFilter {
  const { since, until } = boundsOf(filter, now);
  return {
    ...runningFilter(filter),
    ...(filter.end === 'all' ? {} : { end: filter.end }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

const daysBack = { today: 0, week: 6, month: 29, year: 364 };

function boundsOf({ period, from, to }: ListFilter, now: number): { since: number | null; until: number | null } {
  if (period === 'any') return { since: null, until: null };
  if (period === 'between') return { since: dayStart(from), until: dayStart(to, 1) };
  const today = new Date(now);
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysBack[period]).getTime();
  return { since, until: null };
}

/** Whether a text is a day, as `2026-03-31`. */
export const isDay = (text: string): boolean => dayStart(text) !== null;

/** The beginning of a day, or of one `later`; null if it is none. */
function dayStart(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(day))) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
}
