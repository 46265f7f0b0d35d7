import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { HostedTable, LobbyEntry, Table } from '../../../shared/bridge/contract.ts';
import { canRematch, joinableRematch, latestFinished, requestedRematch } from '../../../shared/tables/rematch.ts';
import { useBridge, useContactName, useHosting, useLobby, useTables } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';

export type Rematch =
  /** No game to repeat, or nobody to repeat it with: the user has blocked the peer. */
  | { kind: 'none' }
  /** The rematch is being joined or played. */
  | { kind: 'next'; table_id: string }
  /** The peer waits at a table that only this key can join. */
  | { kind: 'offered'; offer: LobbyEntry }
  /** The user has offered a rematch and is waiting. */
  | { kind: 'asked'; hosted: HostedTable }
  /** Both sides have offered a rematch, and one is about to join the other. */
  | { kind: 'starting'; hosted: HostedTable }
  /** The house is reopening its table, and the user is waiting for it. */
  | { kind: 'soon' }
  /** The peer declined. */
  | { kind: 'refused' }
  /** The peer has a matching public table. */
  | { kind: 'open' }
  /** Neither side has offered a rematch, and only the peer can host one. */
  | { kind: 'theirs' }
  /** Neither side has offered a rematch. */
  | { kind: 'free' };

/** The state of a rematch with the same settings, derived from tables, lobby and own invitations. */
export function rematchOf(
  table: Table,
  tables: ReadonlyMap<string, Table>,
  entries: readonly LobbyEntry[],
  hosting: readonly HostedTable[],
  waiting: boolean,
): Rematch {
  if (!canRematch(table)) return { kind: 'none' };
  const nextTable = [...tables.values()].find(
    ({ rematch_of, phase }) => rematch_of === table.table_id && (phase === 'joining' || phase === 'playing'),
  );
  if (nextTable) return { kind: 'next', table_id: nextTable.table_id };
  const hosted = hosting.find(({ rematch_of }) => rematch_of === table.table_id);
  const isNewest = latestFinished(tables.values()).some(({ table_id }) => table_id === table.table_id);
  const offer = isNewest ? requestedRematch(table, entries) : null;
  if (offer && hosted) return { kind: 'starting', hosted };
  if (offer) return { kind: 'offered', offer };
  if (hosted) return { kind: 'asked', hosted };
  if (joinableRematch(table, entries)) return { kind: 'open' };
  if (table.afterwards.refused) return { kind: 'refused' };
  if (table.hooks?.guest_only && !table.peer.house) return { kind: 'theirs' };
  return { kind: waiting ? 'soon' : 'free' };
}

export type RematchState = ReturnType<typeof useRematch>;

/** The state of a rematch and its actions; `request` joins the peer's table, or opens one for the peer. */
export function useRematch(table: Table) {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const tables = useTables((all) => all);
  const entries = useLobby((lobby) => lobby.entries);
  const hosting = useHosting();
  const [waiting, setWaiting] = useState(false);
  const isBlocked = useContactName(table.peer.public_key)?.blocked ?? false;
  const rematch: Rematch = isBlocked ? { kind: 'none' } : rematchOf(table, tables, entries, hosting, waiting);
  const { table_id } = table;
  const request = useMutation({
    mutationFn: () => bridge.tables.rematch({ table_id, change_seats: true }),
    onSuccess: ({ table_id: joinedId }) => {
      setWaiting(false);
      if (joinedId !== null) navigate(`/tables/${joinedId}`);
    },
    // The house reopens its table on its own; wait for it.
    onError: (error) => table.peer.house && asProblem(error).code === 'invitation_gone' && setWaiting(true),
  });
  const decline = useMutation({ mutationFn: () => bridge.tables.decline_rematch({ table_id }) });
  const withdraw = useMutation({ mutationFn: (post_id: string) => bridge.tables.withdraw({ post_id }) });
  const { isPending, mutate } = request;
  const requestRematch = () => {
    if (!isPending) mutate();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: joins as soon as the awaited table appears
  useEffect(() => {
    if (waiting && rematch.kind === 'open') requestRematch();
  }, [waiting, rematch.kind]);
  const isJoining = rematch.kind === 'offered' || rematch.kind === 'open' || table.peer.house;
  const error = (waiting ? null : request.error) ?? decline.error ?? withdraw.error;
  return {
    rematch,
    busy: isPending,
    /** What the request under way does; null without one. */
    underWay: !isPending ? null : isJoining ? ('joining' as const) : ('opening' as const),
    problem: error && asProblem(error),
    request: requestRematch,
    decline: () => decline.mutate(),
    withdraw: () => {
      setWaiting(false);
      request.reset();
      if (rematch.kind === 'asked' || rematch.kind === 'starting') withdraw.mutate(rematch.hosted.post_id);
    },
  };
}
