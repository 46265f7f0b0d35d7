import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { MovePick } from './bar-state.ts';

interface Unplayed {
  pick: MovePick | null;
  /** The text in the field of a question. */
  typed: { key: string; text: string } | null;
}

const nothing: Unplayed = { pick: null, typed: null };

/** What is picked or typed and not played yet, by table, until the window reloads: it is there when the user comes back. */
export const unplayedByTable = createStore<ReadonlyMap<string, Unplayed>>(() => new Map());

export function useUnplayed(tableId: string) {
  const unplayed = useStore(unplayedByTable, (tables) => tables.get(tableId) ?? nothing);
  const change = (changes: Partial<Unplayed>) =>
    unplayedByTable.setState((tables) => {
      const changed = { ...nothing, ...tables.get(tableId), ...changes };
      const others = [...tables].filter(([id]) => id !== tableId);
      return new Map(changed.pick || changed.typed ? [...others, [tableId, changed]] : others);
    }, true);
  return {
    ...unplayed,
    setPick: (pick: MovePick | null) => change({ pick }),
    setTyped: (typed: Unplayed['typed']) => change({ typed }),
    /** Forgets what belongs to a question: the answer to it may be confirmed after something was picked for the next one. */
    forget(key: string) {
      const { pick, typed } = unplayedByTable.getState().get(tableId) ?? nothing;
      change({ pick: pick?.key === key ? null : pick, typed: typed?.key === key ? null : typed });
    },
  };
}
