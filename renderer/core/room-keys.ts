import type { RefObject } from 'react';
import { dialogOpen, useWindowKeys } from './keys.ts';
import { shortcuts, useShortcuts } from './shortcuts.ts';

/** Keys of a room: one moves the focus to its search field; Escape closes what is open beside its list, if `close` is set. */
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
