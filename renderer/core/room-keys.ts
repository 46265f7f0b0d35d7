import type { RefObject } from 'react';
import { isDialogOpen, useEscape, useWindowKeys } from './keys.ts';
import { shortcuts, useShortcuts } from './shortcuts.ts';

/** A room's keys: the filter shortcut focuses its search field; Escape calls `close`, which closes the sheet beside the list. */
export function useRoomKeys(searchRef: RefObject<HTMLElement | null>, close: (() => void) | null = null): void {
  const matchesShortcut = useShortcuts();
  useWindowKeys((event) => {
    if (isDialogOpen() || event.defaultPrevented) return;
    if (matchesShortcut(event, shortcuts.lists.filter)) {
      event.preventDefault();
      searchRef.current?.focus();
    }
  });
  useEscape(close);
}
