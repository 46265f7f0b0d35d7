/** The report of a person, with its texts, which nothing else needs. */
import { lazyPart } from '../core/lazy-part.ts';

export const Report = lazyPart(['complaint', 'inbox'], async () => (await import('./ReportDialog.tsx')).ReportDialog);
