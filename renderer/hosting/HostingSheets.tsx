import { setQuery } from '../core/hash-location.ts';
import { HostSheet } from './HostSheet.tsx';
import type { HostingSheetProps } from './hosting-query.ts';
import { WaitingSheet } from './WaitingSheet.tsx';

/** The sheet of a new table, or of an own table that waits for a guest. */
export function HostingSheets({ protocolId, postId, guestKey }: HostingSheetProps) {
  const close = () => setQuery({ host: null, for: null, mine: null, table: null }, { replace: true });
  if (postId !== null) return <WaitingSheet postId={postId} onClose={close} />;
  // What was chosen for one person isn't meant for another.
  return <HostSheet key={guestKey} protocolId={protocolId ?? ''} guestKey={guestKey} onClose={close} />;
}
