import { useLocation } from 'wouter';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import { useBridge } from './context.tsx';

/** Whether a table can be joined without a question: nothing has to be installed, and nothing speaks against it. */
export const canSitDown = ({ known, refusal }: Pick<LobbyEntry, 'known' | 'refusal'>): boolean =>
  known && refusal === null;

/** Joins a table as a person and opens it. A table that needs a decision opens its sheet instead. */
export function useSitDown(): (entry: LobbyEntry) => Promise<void> {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  return async (entry) => {
    const { post_id } = entry;
    if (!canSitDown(entry)) return navigate(`/?table=${post_id}`);
    const { table_id } = await bridge.tables.join({ post_id, control_mode: 'human', shown: shownTermsOf(entry) });
    navigate(`/tables/${table_id}`);
  };
}
