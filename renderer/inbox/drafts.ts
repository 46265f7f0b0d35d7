import { createStore } from 'zustand/vanilla';
import { useApp } from '../core/context.tsx';

export interface Draft {
  text: string;
  signed: boolean;
}

export const emptyDraft: Draft = { text: '', signed: true };

/** Unsent messages, kept in memory only. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(() => new Map());

/** Drafts belong to one identity and one recipient. */
export function useDraftKey(recipient: string): string {
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  return `${ownKey} ${recipient}`;
}

export function setDraft(key: string, draft: Draft | null): void {
  drafts.setState((currentDrafts) => {
    const newDrafts = new Map(currentDrafts);
    if (draft === null || draft.text === '') newDrafts.delete(key);
    else newDrafts.set(key, draft);
    return newDrafts;
  }, true);
}
