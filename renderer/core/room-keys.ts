import type { RefObject } from 'react';
import { dialogOpen, useWindowKeys } from './keys.ts';
import { shortcuts, useShortcuts } from './shortcuts.ts';

/** A room's keys: the filter shortcut focuses its search field; Escape calls `close`, which closes the sheet beside its list. */
export function useRoomKeys(search: RefObject<HTMLElement | null>, close: (() => void) | null = null): void {
  const pressed = useShortcuts();
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    if (pressed(event, shortcuts.lists.filter)) {
      event.preventDefault();
      search.current?.focus();
    } else if (event.key === 'Escape') close?.();
  });
}
