import { type KeyboardEvent, useRef } from 'react';

/** A key typed within this many milliseconds extends the search text. */
const typeaheadMs = 800;

/** A list of which not every entry is known. */
interface LongList {
  count: number;
  /** Focuses the first entry whose name starts with this lower-case text. */
  focusName(text: string): void;
}

/** List navigation by arrow keys, Home, End and type-ahead. `focusIndex` focuses the entry at an index. */
export function useListKeys(
  list: readonly string[] | LongList,
  focusedIndex: number,
  focusIndex: (index: number) => void,
) {
  const typeahead = useRef({ text: '', at: 0 });
  const count = 'count' in list ? list.count : list.length;
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: count - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusIndex(Math.min(count - 1, Math.max(0, target)));
    } else if (event.key.length === 1 && event.key !== ' ') {
      const now = performance.now();
      const previousText = now - typeahead.current.at < typeaheadMs ? typeahead.current.text : '';
      typeahead.current = { text: previousText + event.key.toLowerCase(), at: now };
      const { text } = typeahead.current;
      if ('focusName' in list) return list.focusName(text);
      const matchIndex = list.findIndex((name) => name.toLowerCase().startsWith(text));
      if (matchIndex >= 0) focusIndex(matchIndex);
    }
  };
}
