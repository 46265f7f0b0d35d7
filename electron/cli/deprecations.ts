/** What commands tell about protocols that their authors have deprecated. */
import type { Deprecation } from '../../shared/bridge/contract.ts';
import { readDeprecations } from '../../shared/bridge/read-all.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { printable } from './output/terminal.ts';

/** Null for a protocol that isn't deprecated, and if the community doesn't answer: it never prevents a table. */
export async function findDeprecation(bridge: BridgeClient, protocol_id: string): Promise<Deprecation | null> {
  return readDeprecations(bridge, [protocol_id]).then(
    (found) => found.get(protocol_id) ?? null,
    () => null,
  );
}

export const deprecationData = ({ protocol_id, reason, successor }: Deprecation) => ({
  ...{ protocol_id, reason },
  successor: successor && { protocol_id: successor.protocol_id, name: successor.name },
});

/** For a person: the reason, and what follows. */
export function deprecationText({ reason, successor }: Deprecation): string {
  const because = reason === null || reason === '' ? '.' : `: ${printable(reason)}`;
  const newer = successor ? `\nThe newer one is ${printable(successor.name)}: ${successor.protocol_id}` : '';
  return `The author of this protocol advises against new tables${because}${newer}`;
}
