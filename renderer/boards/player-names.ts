import type { BoardContext } from '../../shared/boards/contract.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';

/** The nicknames of both seats, with control characters made visible. */
export function playerNames({ role, me, peer }: Table): BoardContext['names'] {
  const [ownName, peerName] = [escapeInvisible(me.nickname), escapeInvisible(peer.nickname)];
  return role === 'host' ? { host: ownName, guest: peerName } : { host: peerName, guest: ownName };
}
