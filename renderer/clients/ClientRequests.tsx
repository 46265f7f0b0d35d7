import { useState } from 'react';
import { lazyPart } from '../core/lazy-part.ts';
import { useOverlayOpen } from '../core/overlays.ts';
import { useClients } from './use-clients.ts';

const ClientRequest = lazyPart(['clients'], async () => (await import('./ClientRequest.tsx')).ClientRequest);

/** Asks for the permissions of new clients, one at a time, and never over another dialog. */
export function ClientRequests() {
  const { data } = useClients();
  const [postponedIds, setPostponedIds] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState<string | null>(null);
  const overlayOpen = useOverlayOpen();
  const undecidedClients = (data?.clients ?? []).filter(({ permissions }) => permissions === null);
  const client = undecidedClients.find(({ client_id }) => client_id === currentId);
  const nextClient = undecidedClients.find(({ client_id, connected }) => connected && !postponedIds.has(client_id));
  if (currentId !== null && !client) setCurrentId(null);
  if (currentId === null && nextClient && !overlayOpen) setCurrentId(nextClient.client_id);
  if (!client) return null;
  const postpone = () => {
    setPostponedIds(new Set([...postponedIds, client.client_id]));
    setCurrentId(null);
  };
  return <ClientRequest key={client.client_id} client={client} onClose={postpone} />;
}
