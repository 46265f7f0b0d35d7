import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { asProblem, type Problem } from '../../core/problem.ts';
import { checkRecord } from '../compare/check-record.ts';
import { readRecordText } from '../record.ts';

export interface Messages {
  /** All of them, oldest first; only the newest while the earlier ones are being read. */
  messages: readonly ChatMessage[];
  /** Who ended the conversation; null while it goes on, and if it broke off. */
  leftBy: Role | null;
  isReading: boolean;
  problem: Problem | null;
  retry(): void;
}

/**
 * The messages of a table. Its snapshots have only the newest; earlier ones are read from the record, once. What was known here is
 * kept, so that a growing conversation is not read again.
 */
export function useMessages(table: Table): Messages {
  const bridge = useBridge();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  const { table_id, talk } = table;
  const [known, setKnown] = useState<readonly ChatMessage[]>(talk);
  const lastNumber = known.at(-1)?.number ?? 0;
  const fresh = talk.filter(({ number }) => number > lastNumber);
  if (fresh.length > 0) setKnown(fresh[0]?.number === lastNumber + 1 ? [...known, ...fresh] : talk);
  const firstNumber = known[0]?.number ?? 1;

  const isEnded = isOver(table);
  const record = useQuery({
    queryKey: ['conversation', identity, table_id, firstNumber, isEnded],
    enabled: isEnded || firstNumber > 1,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const { text, spec } = await readRecordText(bridge, table_id);
      return checkRecord('conversation', { table, text, spec }, signal);
    },
  });
  const messages = useMemo(() => {
    const recorded = record.data?.talk ?? [];
    return known.length === 0 ? recorded : [...recorded.filter(({ number }) => number < firstNumber), ...known];
  }, [record.data, known, firstNumber]);
  return {
    messages,
    leftBy: record.data?.leftBy ?? null,
    isReading: record.isLoading,
    problem: record.error && asProblem(record.error),
    retry: () => void record.refetch(),
  };
}
