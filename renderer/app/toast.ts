/** The one toast of the window: words that end by themselves, and the way back from what was deleted. */
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createWayBacks, type Deed, leaving } from './way-back.ts';

/** Says one thing that needs no answer: something was copied, or sent. */
export function toast(words: string): void {
  notifications.show({ message: words });
}

/** What was deleted a moment ago; drawn and kept by WayBacks.tsx. */
export const wayBacks = createWayBacks();

/**
 * Deletes with ten seconds to take it back. Lists hide what `useLeaving` names, so `things` are gone at once; `act` is
 * called when the time is over, when the window closes, or when the next deed of the same kind begins.
 *
 *     withWayBack({ kind: 'letters', things: ['letter 12'], words: t('deleted'), act: () => bridge.inbox.delete({ ids: [12] }) });
 */
export function withWayBack(deed: Deed): void {
  wayBacks.start(deed);
}

/** Names of what was deleted a moment ago: hide them. */
export function useLeaving(): ReadonlySet<string> {
  const deeds = useStore(wayBacks.store);
  return useMemo(() => leaving(deeds), [deeds]);
}
