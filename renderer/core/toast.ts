/** Toasts: short messages, and undo for deletions. */
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createUndoQueue, type PendingAction, pendingRemovals } from './undo-queue.ts';

/** Shows a short confirmation for a few seconds, wherever the pointer rests: it takes no clicks and isn't held by them. */
export function toast(text: string): void {
  notifications.show({ message: text, style: { pointerEvents: 'none' } });
}

/** Deletions that can still be undone; shown by app/Toasts.tsx. */
export const undoQueue = createUndoQueue();

/**
 * Performs a deletion after ten seconds unless it is undone. Lists hide `hiddenKeys` (see `usePendingRemovals`) at once;
 * `perform` runs when the time has elapsed, when the window closes, or when another action of the same kind starts.
 *
 *     runWithUndo({ kind: 'messages', hiddenKeys: ['received 12'], text: t('deleted'), perform: () => bridge.inbox.delete({ ids: [12] }) });
 */
export function runWithUndo(action: PendingAction): void {
  undoQueue.start(action);
}

/** Keys of everything that a pending deletion hides. */
export function usePendingRemovals(): ReadonlySet<string> {
  const actions = useStore(undoQueue.store);
  return useMemo(() => pendingRemovals(actions), [actions]);
}
