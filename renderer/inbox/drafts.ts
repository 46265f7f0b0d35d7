import { createStore } from 'zustand/vanilla';
import { useApp } from '../app/context.tsx';

export interface Draft {
  words: string;
  signed: boolean;
}

export const emptyDraft: Draft = { words: '', signed: true };

/** Words not sent yet. They live as long as the window and are never kept. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(() => new Map());

/** What is written as one identity to one person, null while nobody is picked, is nobody else's draft. */
export function useDraftKey(to: string | null): string {
  const own = useApp((app) => app.identity?.public_key ?? '');
  return draftKey(own, to);
}
export const draftKey = (own: string, to: string | null): string => `${own} ${to ?? ''}`;

export function setDraft(key: string, draft: Draft | null): void {
  drafts.setState((all) => {
    const next = new Map(all);
    if (draft === null || draft.words === '') next.delete(key);
    else next.set(key, draft);
    return next;
  }, true);
}
