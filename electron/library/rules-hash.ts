import { hash } from 'node:crypto';

/** Identifies a spec together with the hooks that play it. */
export const rulesHash = (specText: string, hooks: string): string => hash('sha256', JSON.stringify([specText, hooks]));

interface AuthorsFiles {
  specText: string | null;
  board: { manifest_hash: string } | null;
  hooks: string | null;
  words: string | null;
}

/** Identifies all files of an author; null if the spec violates a rule. */
export const filesHash = ({ specText, board, hooks, words }: AuthorsFiles): string | null =>
  specText === null ? null : hash('sha256', JSON.stringify([specText, board?.manifest_hash ?? null, hooks, words]));
