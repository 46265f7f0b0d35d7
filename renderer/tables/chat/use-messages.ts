import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { otherRole } from '../../../shared/tables/hooks.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { recordLinesOf } from '../../../shared/tables/record-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { asProblem, type Problem } from '../../core/problem.ts';
import { readRecordText } from '../record.ts';
import { replayOf } from '../replay/positions.ts';

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
  const { table_id, role, talk } = table;
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
    queryFn: async () => {
      const { text, spec } = await readRecordText(bridge, table_id);
      return { talk: replayOf(table, text, '', spec).talk, leftBy: leaverOf(text, role) };
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

/** The side that said goodbye. */
function leaverOf(recordText: string, role: Role): Role | null {
  const last = recordLinesOf(recordText).findLast(({ entry }) => entry.kind === 'frame')?.entry;
  if (!last || !isJsonObject(last.frame) || last.frame.action !== 'end') return null;
  return last.direction === 'sent' ? role : otherRole(role);
}
