/** Refreshes the stored data of protocols when the community reports changes, and notifies windows. */
import type { ProtocolEntry } from '../../shared/bridge/contract.ts';
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { type ProtocolContext, presentList, refreshGovernance } from './protocol-views.ts';

/** Returns a function that stops following. */
export function followProtocols(
  live: EventStream,
  client: CommunityClient,
  context: ProtocolContext,
  onChange: (list: { protocols: ProtocolEntry[] }) => void,
): () => void {
  const { library } = context;
  const changed = new Set<string>();
  let refreshing = false;
  let stopped = false;

  /** Changes that arrive during a pass are handled in the next one. */
  async function refresh(): Promise<void> {
    if (refreshing) return;
    refreshing = true;
    try {
      while (changed.size > 0 && !stopped) {
        const local = [...changed].filter((protocol_id) => library.get(protocol_id));
        changed.clear();
        // A failed request keeps the previous data.
        await Promise.all(
          local.map((protocol_id) => refreshGovernance(context, client, protocol_id).catch(() => null)),
        );
        const list = await presentList(context);
        if (!stopped) onChange(list);
      }
    } finally {
      refreshing = false;
    }
  }

  const unsubscribe = live.onEvent((event) => {
    if ('protocol_id' in event) changed.add(event.protocol_id);
    else if (event.type === 'reset') for (const { protocol_id } of library.list()) changed.add(protocol_id);
    // Retried at the next event.
    refresh().catch(() => {});
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}
