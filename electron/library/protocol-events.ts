/** Refreshes the stored data of protocols when the community reports changes, and notifies windows. */
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { type ProtocolContext, refreshGovernance } from './protocol-views.ts';

/** Returns a function that stops following. */
export function followProtocols(
  eventStream: EventStream,
  client: CommunityClient,
  context: ProtocolContext,
  onChange: () => void,
): () => void {
  const { library } = context;
  const changedIds = new Set<string>();
  let isRefreshing = false;
  let isStopped = false;

  /** Changes that arrive during a pass are handled in the next one. */
  async function refresh(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      while (changedIds.size > 0 && !isStopped) {
        const localIds = [...changedIds].filter((protocol_id) => library.get(protocol_id));
        changedIds.clear();
        // A failed request keeps the previous data.
        await Promise.all(
          localIds.map((protocol_id) => refreshGovernance(context, client, protocol_id).catch(() => null)),
        );
        if (!isStopped) onChange();
      }
    } finally {
      isRefreshing = false;
    }
  }

  const unsubscribe = eventStream.onEvent((event) => {
    if ('protocol_id' in event) changedIds.add(event.protocol_id);
    else if (event.type === 'reset') for (const { protocol_id } of library.list()) changedIds.add(protocol_id);
    // Retried at the next event.
    refresh().catch(() => {});
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}
