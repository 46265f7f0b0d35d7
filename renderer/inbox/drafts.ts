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
export function useDraftKey(to: string): string {
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  return `${ownKey} ${to}`;
}

export function setDraft(key: string, draft: Draft | null): void {
  drafts.setState((all) => {
    const next = new Map(all);
    if (draft === null || draft.text === '') next.delete(key);
    else next.set(key, draft);
    return next;
  }, true);
}
