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

/** Joins a table as a person to test the board with this manifest hash, by hand if there are no hooks, and opens it. */
export function useSitDownToTest(): (entry: LobbyEntry, board: string) => Promise<void> {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  return async (entry, test_ui) => {
    const { post_id, protocol_id } = entry;
    // The author's published board, if there is one, isn't what is tested.
    const { hooks } = await bridge.protocols.fetch({ protocol: protocol_id, accept_ui: false });
    if (hooks === 'missing') await bridge.tables.by_hand({ protocol_id });
    const shown = shownTermsOf(entry);
    const { table_id } = await bridge.tables.join({ post_id, control_mode: 'human', test_ui, shown });
    navigate(`/tables/${table_id}`);
  };
}
