/** The filter of the table list, stored in the URL; main applies it. Pure. */
import { type TableFilter, tableEnds } from '../../../shared/bridge/contract.ts';
import { filterParams, paramReader } from '../../core/filters.ts';

/** `all`: also conversations, which have no winner. */
export const endChoices = ['all', ...tableEnds] as const;

export interface ListFilter {
  /** Matches nicknames, games, and the start of ids and keys. */
  text: string;
  end: (typeof endChoices)[number];
}

const emptyFilter: ListFilter = { text: '', end: 'all' };
const paramNames = { text: 'q', end: 'end' };

/** The filter as URL parameters; null for unset parts. */
export const filterQuery = (filter: ListFilter) => filterParams(filter, emptyFilter, paramNames);

/** Reads URL parameters; invalid ones are ignored. */
export function readFilter(query: URLSearchParams): ListFilter {
  const param = paramReader<ListFilter>(query, paramNames);
  return { text: param('text'), end: endChoices.find((end) => end === param('end')) ?? 'all' };
}

export const isActive = ({ text, end }: ListFilter): boolean => text.trim() !== '' || end !== 'all';

/** The filter as main takes it. */
export const mainFilter = ({ text, end }: ListFilter): TableFilter => ({
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  ...(end === 'all' ? {} : { end }),
});
