import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useLive } from '../core/context.tsx';
import { isDialogOpen, isTyping } from '../core/keys.ts';

const isRunning = (table: Table | undefined) => table?.phase === 'playing' || table?.phase === 'joining';

/**
 * Opens the user's table when a guest joins, unless the user is at another table, typing or in a dialog: then the card of the guest
 * leads there (notices/Moments.tsx). Renders nothing.
 */
export function GuestArrivals() {
  const live = useLive();
  const [path, navigate] = useLocation();
  const latest = useRef({ path, navigate });
  latest.current = { path, navigate };

  useEffect(() => {
    // A new table with one of these ids means that a guest joined.
    const postIds = new Set(live.hosting.getState().map(({ post_id }) => post_id));
    const unsubscribeHosting = live.hosting.subscribe((hosted) => {
      for (const { post_id } of hosted) postIds.add(post_id);
    });
    const unsubscribeTables = live.tables.subscribe((tablesNow, tablesBefore) => {
      const currentTable = tablesNow.get(/^\/tables\/([^/]+)$/.exec(latest.current.path)?.[1] ?? '');
      for (const table of tablesNow.values()) {
        if (tablesBefore.has(table.table_id) || table.role !== 'host' || !postIds.delete(table.post_id)) continue;
        if (!isRunning(currentTable) && !isDialogOpen() && !isTyping(document.activeElement))
          latest.current.navigate(`/tables/${table.table_id}`);
      }
    });
    return () => {
      unsubscribeHosting();
      unsubscribeTables();
    };
  }, [live]);
  return null;
}
