import { type KeyboardEvent, useRef } from 'react';

/** A key typed within this many milliseconds extends the search text. */
const typeaheadMs = 800;

/** List navigation by arrow keys, Home, End and type-ahead. `at` is the focused index; `move` focuses another. */
export function useListKeys(names: readonly string[], at: number, move: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      move(Math.min(names.length - 1, Math.max(0, target)));
    } else if (event.key.length === 1 && event.key !== ' ') {
      const now = Date.now();
      const before = now - typed.current.at < typeaheadMs ? typed.current.text : '';
      typed.current = { text: before + event.key.toLowerCase(), at: now };
      const match = names.findIndex((name) => name.toLowerCase().startsWith(typed.current.text));
      if (match >= 0) move(match);
    }
  };
}
