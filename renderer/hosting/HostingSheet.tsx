import { Suspense } from 'react';
import { lazyPart } from '../core/lazy-part.ts';
import type { HostingSheetProps } from './hosting-query.ts';

const HostingSheets = lazyPart([], async () => (await import('./HostingSheets.tsx')).HostingSheets);

/** Loads the hosting sheets on demand. */
export function HostingSheet(props: HostingSheetProps) {
  return (
    <Suspense>
      <HostingSheets {...props} />
    </Suspense>
  );
}
