/** Which tables are shown, as the address says it. Pure. */
import type { Table } from '../../shared/bridge/contract.ts';

export const ends = ['all', 'won', 'lost', 'drawn', 'unfinished'] as const;
export type End = (typeof ends)[number];

export interface TableFilter {
  /** A name or a game. */
  text: string;
  end: End;
}

export function filterOf(query: URLSearchParams): TableFilter {
  const end = query.get('end');
  return { text: query.get('q') ?? '', end: ends.find((one) => one === end) ?? 'all' };
}

export const isActive = ({ text, end }: TableFilter): boolean => text.trim() !== '' || end !== 'all';

/** How it ended for this side. A talk or an answer has neither winner nor loser and belongs to no end but all. */
function endOf({ phase, result }: Table): End | null {
  if (phase === 'failed') return 'unfinished';
  if (phase !== 'finished' || !result || result.outcome === 'none') return null;
  return result.outcome;
}

export function filtered(tables: readonly Table[], { text, end }: TableFilter): Table[] {
  const wanted = text.trim().toLowerCase();
  return tables.filter((table) => {
    if (end !== 'all' && endOf(table) !== end) return false;
    if (wanted === '') return true;
    const { peer, protocol, table_id, session_id } = table;
    return (
      peer.nickname.toLowerCase().includes(wanted) ||
      protocol.name.toLowerCase().includes(wanted) ||
      [table_id, session_id, peer.public_key].some((id) => id?.startsWith(wanted))
    );
  });
}
