import { createStore } from 'zustand/vanilla';

export interface HooksDraft {
  text: string;
  /** Hash of the saved text that the draft started from; null if nothing was saved. */
  based_on: string | null;
}

/** Unsaved hooks by protocol id; they survive leaving the page, but not a reload of the window. */
export const hooksDrafts = createStore<{ [protocol_id: string]: HooksDraft }>(() => ({}));

export const storeDraft = (protocol_id: string, draft: HooksDraft): void =>
  hooksDrafts.setState({ [protocol_id]: draft });

export const dropDraft = (protocol_id: string): void =>
  hooksDrafts.setState(({ [protocol_id]: _, ...otherDrafts }) => otherDrafts, true);
