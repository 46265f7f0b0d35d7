import { hash } from 'node:crypto';

/** Identifies a spec together with the hooks that play it. */
export const rulesHash = (specText: string, hooks: string): string => hash('sha256', JSON.stringify([specText, hooks]));
