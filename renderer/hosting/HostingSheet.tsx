import { lazyPart } from '../core/lazy-part.ts';

/** The hosting sheets, loaded on demand. */
export const HostingSheet = lazyPart([], async () => (await import('./HostingSheets.tsx')).HostingSheets);
