import { createStore } from 'zustand/vanilla';

export interface Draft {
  words: string;
  signed: boolean;
}

export const emptyDraft: Draft = { words: '', signed: true };

/** Words not sent yet, by whom they are for; '' while nobody is picked. They live as long as the window and are never kept. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(() => new Map());

export function setDraft(to: string, draft: Draft | null): void {
  drafts.setState((all) => {
    const next = new Map(all);
    if (draft === null || draft.words === '') next.delete(to);
    else next.set(to, draft);
    return next;
  }, true);
}
