/** A guest that returns to its host: over the host's existing endpoint, or over a new one after a restart. */
import { inBackground } from '../../../shared/background.ts';
import type { CommunityClient } from '../../community/client.ts';
import { retryCall } from '../../community/retry-call.ts';
import type { Signer } from '../../identity/signer.ts';
import type { Channel, Transport } from '../../p2p/channel.ts';
import { openHostEndpoint } from '../hosting/host-endpoint.ts';
import { refuseLateGuest } from '../hosting/refusals.ts';
import type { ResumableChannel } from './reconnecting-channel.ts';

/** Short, because `accept` returns a connection only once its first line can be read. */
const firstLineTimeoutMs = 1_000;

/** Resumes a table over a connection from its own guest; tells other guests that they are late, and closes connections from other peers. */
export async function admitReturningGuest(
  table: ResumableChannel | null | undefined,
  connection: Channel,
): Promise<void> {
  const frame = await connection.receive({ timeoutMs: firstLineTimeoutMs }).catch(() => null);
  if (frame?._session_init) await refuseLateGuest(connection, frame);
  else if (table && frame) await table.acceptResume(connection, frame);
  else await connection.close();
}

/** Opens a new endpoint, publishes its ticket and admits the guest until `table` is disposed. Rejects as the transport's `listen`. */
export async function reopenHostEndpoint(
  config: { client: CommunityClient; signer: Signer; transport: Transport; session_id: string; protocol_id: string },
  table: ResumableChannel,
): Promise<void> {
  const { client, signer, session_id, protocol_id } = config;
  const controller = new AbortController();
  const publish = async (iroh_ticket: string) => {
    const transport_binding_signature = signer.signTicket({ iroh_ticket, protocol_id });
    const body = { iroh_ticket, transport_binding_signature };
    const patchTransport = () =>
      client.call('PATCH /api/v1/sessions/{session_id}/transport', { params: { session_id }, body });
    // The community rejects new tickets once a session has ended; the guest still has the previous one.
    await retryCall(patchTransport, controller.signal).catch(() => {});
  };
  const publishNow = (ticket: string) => inBackground('address of a table', publish(ticket));
  const endpoint = await openHostEndpoint(config.transport, publishNow);
  const whenDisposed = table.disposed.then(() => {
    controller.abort();
    return endpoint.close();
  });
  inBackground('endpoint of a table', whenDisposed);
  publishNow(endpoint.ticket);
  for (let channel = await endpoint.accept(); channel !== null; channel = await endpoint.accept()) {
    inBackground('returning guest', admitReturningGuest(table, channel));
  }
}
