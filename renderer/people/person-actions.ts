/** What the user can do about a person, with texts that only the inbox loads otherwise. */
import { lazyPart } from '../core/lazy-part.ts';

export const PersonMenu = lazyPart(['inbox'], async () => (await import('./PersonMenuButton.tsx')).PersonMenuButton);
export const AddContact = lazyPart(['inbox'], async () => (await import('./AddContactButton.tsx')).AddContactButton);
export const Blocked = lazyPart(['inbox'], async () => (await import('./BlockedLine.tsx')).BlockedLine);
