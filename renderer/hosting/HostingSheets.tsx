import { setQuery } from '../app/address.ts';
import type { HostingSheetProps } from './asked.ts';
import { HostSheet } from './HostSheet.tsx';
import { WaitingSheet } from './WaitingSheet.tsx';

export function HostingSheets({ host, mine }: HostingSheetProps) {
  const close = () => setQuery({ host: null, mine: null, table: null }, { replace: true });
  if (mine !== null) return <WaitingSheet postId={mine} onClose={close} />;
  return <HostSheet protocolId={host ?? ''} onClose={close} />;
}
