import type { Table } from '../../../shared/bridge/contract.ts';
import type { DrawAction } from '../../../shared/tables/outcome.ts';
import { useBridge } from '../../core/context.tsx';
import { type ActionState, useAction } from '../../core/use-action.ts';
import { guardMs } from '../play/bar-state.ts';
import { useGuard } from '../play/use-guard.ts';

export interface Drawing extends Pick<ActionState, 'busy' | 'problem'> {
  canOffer: boolean;
  /** True for a moment after the answers to an offer have appeared under the user's hands. */
  guarded: boolean;
  /** Says it to the other side at once. */
  act(action: DrawAction): void;
}

/** Offering a draw at a running table, and answering an offer. */
export function useDraw({ table_id, draw }: Pick<Table, 'table_id' | 'draw'>): Drawing {
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const guard = useGuard(draw === 'asked' ? draw : null, guardMs);
  return {
    busy,
    problem,
    canOffer: draw === 'open',
    guarded: guard.guarded,
    act(action) {
      if (action === 'offer' || !guard.blocked()) void run(() => bridge.tables.draw({ table_id, action }));
    },
  };
}
