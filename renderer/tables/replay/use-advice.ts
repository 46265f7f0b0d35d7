/** Compares the user's decisions with the agent's. The main process computes the advice in chunks. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgentAdvice, Table } from '../../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import type { Position } from './positions.ts';

export interface Advice {
  advised: readonly AgentAdvice[];
  /** The hooks have changed since the game. */
  hooksChanged: boolean;
  isComplete: boolean;
}

const noAdvice: Advice = { advised: [], hooksChanged: false, isComplete: false };

/** Whether the user made a decision at this seat that an agent could have made. */
export const isAdvisable = (table: Table): boolean =>
  table.hooks?.by_hand !== true &&
  table.moves.some(({ by, origin }) => by === table.role && (origin === 'you' || origin === 'override'));

/** The advice received so far, until `done`. */
export function useAdvice(table: Table): Advice {
  const bridge = useBridge();
  const queryClient = useQueryClient();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  const queryKey = ['advice', identity, table.table_id, table.record.head];
  const { data } = useQuery<Advice>({
    queryKey,
    enabled: isAdvisable(table),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    async queryFn({ signal }) {
      let receivedAdvice = noAdvice;
      for (let from: number | null = 0; from !== null && !signal.aborted; ) {
        const { advised, next, changed } = await bridge.tables.advice({ table_id: table.table_id, from });
        receivedAdvice = {
          advised: [...receivedAdvice.advised, ...advised],
          hooksChanged: changed,
          isComplete: next === null,
        };
        if (next !== null) queryClient.setQueryData(queryKey, receivedAdvice);
        from = next;
      }
      return receivedAdvice;
    },
  });
  return data ?? noAdvice;
}

/** The agent's advice for one of the user's decisions, and whether the two are equal. */
export interface Comparison {
  advised: AgentAdvice;
  same: boolean;
}

/** By the `seq` of the decision's line in the record. */
export function compareAdvice(
  advised: readonly AgentAdvice[],
  positions: readonly Position[],
): Map<number, Comparison> {
  const decisions = new Map(
    positions.flatMap(({ notes }) =>
      notes.flatMap(({ seq, entry }) => (entry.kind === 'decision' ? [[seq, entry.value] as const] : [])),
    ),
  );
  return new Map(
    advised
      .filter(({ seq }) => decisions.has(seq))
      .map((item) => [item.seq, { advised: item, same: decisions.get(item.seq) === item.answer }]),
  );
}

/** The number of the user's first move after the decision; null if there is none. */
export const moveNumberOf = ({ moves, role }: Pick<Table, 'moves' | 'role'>, advised: AgentAdvice): number | null =>
  moves.find(({ number, by }) => by === role && number > advised.moves)?.number ?? null;
