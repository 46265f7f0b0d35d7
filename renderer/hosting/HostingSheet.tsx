import { setQuery } from '../app/address.ts';
import { HostSheet } from './HostSheet.tsx';
import { WaitingSheet } from './WaitingSheet.tsx';

export interface HostingSheetProps {
  /** The game of a new table, empty while it is picked; null where none is made. */
  host: string | null;
  /** A waiting table of one's own. */
  mine: string | null;
}

/** What the address asks for: `?host` for a new table, `?host=<protocol id>` for one of that game, `?mine=<post id>` for one that waits. */
export function hostingSheetOf(query: URLSearchParams): HostingSheetProps | null {
  const [host, mine] = [query.get('host'), query.get('mine')];
  return host === null && mine === null ? null : { host, mine };
}

export function HostingSheet({ host, mine }: HostingSheetProps) {
  const close = () => setQuery({ host: null, mine: null, table: null }, { replace: true });
  if (mine !== null) return <WaitingSheet postId={mine} onClose={close} />;
  return <HostSheet protocolId={host ?? ''} onClose={close} />;
}
