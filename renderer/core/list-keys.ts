import { type KeyboardEvent, useRef } from 'react';

/** A key typed within this many milliseconds extends the search text. */
const typeaheadMs = 800;

/** List navigation by arrow keys, Home, End and type-ahead. `focusIndex` focuses the entry at an index. */
export function useListKeys(names: readonly string[], focusedIndex: number, focusIndex: (index: number) => void) {
  const typeahead = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: names.length - 1 }[
      event.key
    ];
    if (target !== undefined) {
      event.preventDefault();
      focusIndex(Math.min(names.length - 1, Math.max(0, target)));
    } else if (event.key.length === 1 && event.key !== ' ') {
      const now = performance.now();
      const previousText = now - typeahead.current.at < typeaheadMs ? typeahead.current.text : '';
      typeahead.current = { text: previousText + event.key.toLowerCase(), at: now };
      const matchIndex = names.findIndex((name) => name.toLowerCase().startsWith(typeahead.current.text));
      if (matchIndex >= 0) focusIndex(matchIndex);
    }
  };
}
