/** The report of a person and the list of the user's reports, with their texts, which nothing else needs. */
import { lazyPart } from '../core/lazy-part.ts';

export const Report = lazyPart(['complaint', 'inbox'], async () => (await import('./ReportDialog.tsx')).ReportDialog);
export const OwnReportsList = lazyPart(['complaint'], async () => (await import('./OwnReports.tsx')).OwnReports);
