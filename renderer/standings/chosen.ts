import { createStore } from 'zustand/vanilla';
import type { Kind } from './board.ts';

/** Which board a person looked at last, for as long as the window is open. */
export const chosenBoard = createStore<{ kind: Kind; family: string | null }>(() => ({ kind: 'rating', family: null }));
