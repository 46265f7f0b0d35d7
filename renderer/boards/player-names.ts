import type { BoardContext } from '../../shared/boards/contract.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { visible } from '../../shared/peer-text.ts';

/** The nicknames of both seats, with control characters made visible. */
export function playerNames({ role, me, peer }: Table): BoardContext['names'] {
  const [own, other] = [visible(me.nickname), visible(peer.nickname)];
  return role === 'host' ? { host: own, guest: other } : { host: other, guest: own };
}
