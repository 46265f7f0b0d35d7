/**
 * Boards are removed from the document while a dialog, the palette or a sheet is open: a covered frame could still take the
 * keyboard focus. Overlays may overlap, so they are counted.
 */
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const openCount = createStore(() => 0);

/** Removes every board until the returned function is called. */
export function coverBoards(): () => void {
  openCount.setState((count) => count + 1, true);
  return () => openCount.setState((count) => count - 1, true);
}

/** Removes every board while mounted. A layout effect, so that no key reaches a board before the first paint. */
export const useOverlay = (): void => useLayoutEffect(coverBoards, []);

export const useOverlayOpen = (): boolean => useStore(openCount, (count) => count > 0);
