import { createStore } from 'zustand/vanilla';

export interface HooksDraft {
  text: string;
  /** The hash of what it began with; null where there was nothing. */
  based_on: string | null;
}

/** Hooks that were changed and not saved, by protocol: they stay while one looks elsewhere. */
export const hooksDrafts = createStore<{ [protocol_id: string]: HooksDraft }>(() => ({}));

export const keepDraft = (protocol_id: string, draft: HooksDraft): void =>
  hooksDrafts.setState({ [protocol_id]: draft });

export const dropDraft = (protocol_id: string): void =>
  hooksDrafts.setState(({ [protocol_id]: _, ...others }) => others, true);
