import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { HostedTable, LobbyEntry, Table } from '../../shared/bridge/contract.ts';
import { canRematch, latestOver, offeredRematch, openRematch } from '../../shared/tables/rematch.ts';
import { useBridge, useHosting, useLobby, useTables } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';

export type Rematch =
  /** Nothing to play again. */
  | { kind: 'none' }
  /** It was played again already. */
  | { kind: 'next'; table_id: string }
  /** The other side waits at a table for this key alone. */
  | { kind: 'offered'; offer: LobbyEntry }
  /** This side waits. */
  | { kind: 'asked'; hosted: HostedTable }
  /** The house is setting its table up, and somebody waits for it. */
  | { kind: 'soon' }
  /** The other side wants no more for now. */
  | { kind: 'refused' }
  /** The other side has such a table open for everybody. */
  | { kind: 'open' }
  | { kind: 'free' };

/** Where another game with the same settings stands, from what main tells of tables, lobby and own invitations. */
export function rematchOf(
  table: Table,
  tables: ReadonlyMap<string, Table>,
  entries: readonly LobbyEntry[],
  hosting: readonly HostedTable[],
  waiting: boolean,
): Rematch {
  if (!canRematch(table)) return { kind: 'none' };
  const next = [...tables.values()].find(
    ({ rematch_of, phase }) => rematch_of === table.table_id && (phase === 'joining' || phase === 'playing'),
  );
  if (next) return { kind: 'next', table_id: next.table_id };
  const hosted = hosting.find(({ rematch_of }) => rematch_of === table.table_id);
  const newest = latestOver(tables.values()).some(({ table_id }) => table_id === table.table_id);
  const offer = newest ? offeredRematch(table, entries) : null;
  if (offer) return { kind: 'offered', offer };
  if (hosted) return { kind: 'asked', hosted };
  if (openRematch(table, entries)) return { kind: 'open' };
  if (table.afterwards.refused) return { kind: 'refused' };
  return { kind: waiting ? 'soon' : 'free' };
}

export function useRematch(table: Table) {
  const bridge = useBridge();
  const [, go] = useLocation();
  const tables = useTables((known) => known);
  const entries = useLobby((lobby) => lobby.entries);
  const hosting = useHosting();
  const [waiting, setWaiting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rematch = rematchOf(table, tables, entries, hosting, waiting);
  const asking = useRef(false);

  const ask = async () => {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const { table_id } = await bridge.tables.rematch({ table_id: table.table_id });
      setWaiting(false);
      if (table_id !== null) go(`/tables/${table_id}`);
    } catch (error) {
      const found = asProblem(error);
      // The house opens its table again by itself; it is waited for.
      if (table.peer.house && found.code === 'invitation_gone') setWaiting(true);
      else setProblem(found);
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };
  const run = (work: () => Promise<unknown>) => async () => {
    setProblem(null);
    await work().catch((error: unknown) => setProblem(asProblem(error)));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as what was waited for is there
  useEffect(() => {
    if (waiting && rematch.kind === 'open') void ask();
  }, [waiting, rematch.kind]);

  return {
    rematch,
    busy,
    problem,
    ask: () => void ask(),
    decline: () => void run(() => bridge.tables.decline_rematch({ table_id: table.table_id }))(),
    withdraw: () => {
      setWaiting(false);
      if (rematch.kind === 'asked') void run(() => bridge.tables.withdraw({ post_id: rematch.hosted.post_id }))();
    },
  };
}
