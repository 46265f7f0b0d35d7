import { Suspense } from 'react';
import { loaded } from '../app/loaded.ts';
import type { HostingSheetProps } from './asked.ts';

const HostingSheets = loaded([], async () => (await import('./HostingSheets.tsx')).HostingSheets);

/** Form and waiting table are loaded when they are asked for. */
export function HostingSheet(asked: HostingSheetProps) {
  return (
    <Suspense>
      <HostingSheets {...asked} />
    </Suspense>
  );
}
