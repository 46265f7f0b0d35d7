import type { BoardContext } from '../../shared/boards/contract.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { shownText } from '../../shared/peer-text.ts';

/** The nicknames of both seats, as they may be shown. */
export function playerNames({ role, me, peer }: Table): BoardContext['names'] {
  const [ownName, peerName] = [shownText(me.nickname), shownText(peer.nickname)];
  return role === 'host' ? { host: ownName, guest: peerName } : { host: peerName, guest: ownName };
}
