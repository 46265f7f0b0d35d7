/** While Parlor asks for a secret or a consent, every board is blanked. Counts the askers, so that they may overlap. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const askers = createStore(() => 0);

/** Covers every board until the returned function is called. */
export function coverBoards(): () => void {
  askers.setState((count) => count + 1, true);
  return () => askers.setState((count) => count - 1, true);
}

export const useBoardsCovered = (): boolean => useStore(askers, (count) => count > 0);
