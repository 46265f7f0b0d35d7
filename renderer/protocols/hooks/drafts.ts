import { createStore } from 'zustand/vanilla';

export interface HooksDraft {
  text: string;
  /** Hash of the saved text that was edited; null if there was none. */
  based_on: string | null;
}

/** Unsaved hooks by protocol; kept while other pages are open. */
export const hooksDrafts = createStore<{ [protocol_id: string]: HooksDraft }>(() => ({}));

export const keepDraft = (protocol_id: string, draft: HooksDraft): void =>
  hooksDrafts.setState({ [protocol_id]: draft });

export const dropDraft = (protocol_id: string): void =>
  hooksDrafts.setState(({ [protocol_id]: _, ...others }) => others, true);
