/** What the community tells of protocols, as it happens: what is kept of them here is asked anew, and whoever shows them hears. */
import type { ProtocolEntry } from '../../shared/bridge/contract.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Live } from '../community/live.ts';
import { learnGovernance, presentList, type Shelf } from './present.ts';

/** Returns what stops it. */
export function followProtocols(
  live: Live,
  client: CommunityClient,
  shelf: Shelf,
  onChange: (list: { protocols: ProtocolEntry[] }) => void,
): () => void {
  const { library } = shelf;
  const changed = new Set<string>();
  let reading = false;
  let stopped = false;

  /** Whatever happens while it reads is read in the next round. */
  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      while (changed.size > 0 && !stopped) {
        const here = [...changed].filter((protocol_id) => library.get(protocol_id));
        changed.clear();
        // What cannot be asked stays as it was known.
        await Promise.all(here.map((protocol_id) => learnGovernance(shelf, client, protocol_id).catch(() => null)));
        const list = await presentList(shelf);
        if (!stopped) onChange(list);
      }
    } finally {
      reading = false;
    }
  }

  const off = live.onEvent((event) => {
    if ('protocol_id' in event) changed.add(event.protocol_id);
    else if (event.type === 'reset') for (const { protocol_id } of library.list()) changed.add(protocol_id);
    // A folder that cannot be read now is read at the next event.
    read().catch(() => {});
  });
  return () => {
    stopped = true;
    off();
  };
}
