/** The host's side of an invitation: posting, renewing, seating the first guest who proves itself, withdrawing. */
import type { Invitation } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { HooksMetadata } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Signer } from '../identity/signer.ts';
import type { Channel, Transport } from '../p2p/channel.ts';
import { type Seat, type Seated, seatAsHost } from './handshake.ts';

export interface PlayedTable {
  table_id: string;
  ended: Promise<Outcome>;
}

export interface Hosted {
  readonly post_id: string;
  readonly invitation: Invitation;
  /** The table once a guest sits; null when the invitation was withdrawn or could not be renewed. */
  readonly seated: Promise<PlayedTable | null>;
  /** Resolves when the table, or the waiting, is over. */
  readonly ended: Promise<void>;
  cancel(): Promise<void>;
}

export interface Hosting {
  client: CommunityClient;
  signer: Signer;
  transport: Transport;
  seat: Seat;
  protocol_id: string;
  metadata: HooksMetadata;
  options: JsonObject;
  onSeated(channel: Channel, seated: Seated, invitation: Invitation): Promise<PlayedTable>;
  /** A guest made its session but came too late; the session must not stay open. */
  onUnseated(session_id: string): Promise<void>;
}

/** A slow guest must not keep the next one waiting, nor may many at once. */
const handshakesAtOnce = 4;

export async function hostInvitation(hosting: Hosting): Promise<Hosted> {
  const { client, signer, transport, protocol_id, metadata } = hosting;
  // An endpoint of its own: nothing in the handshake names the invitation, so the ticket has to.
  const listener = await transport.listen();
  let invitation: Invitation;
  try {
    const answer = await client.call('POST /api/v1/invitations', {
      body: {
        message: metadata.message,
        tags: metadata.tags,
        iroh_ticket: listener.ticket,
        transport: 'iroh',
        transport_info: { version: 1, endpoint_id: signer.publicKey, ticket: listener.ticket },
        transport_binding_signature: signer.signBinding({ iroh_ticket: listener.ticket, protocol_id }),
        protocol_id,
        host_control_mode: hosting.seat.control_mode,
        type: metadata.type,
        ...(Object.keys(hosting.options).length === 0 ? {} : { options: hosting.options }),
      },
    });
    invitation = answer.body;
  } catch (error) {
    await listener.close();
    throw error;
  }
  const { post_id } = invitation;
  const waiting = new AbortController();
  const seenNonces = new Set<string>();
  let taken = false;
  let atOnce = 0;

  const stopRenewing = keepAlive(client, invitation, () => waiting.abort());
  const { promise: seated, resolve } = Promise.withResolvers<PlayedTable | null>();

  async function shakeHands(channel: Channel): Promise<void> {
    atOnce += 1;
    try {
      const guest = await seatAsHost(channel, {
        seat: hosting.seat,
        post_id,
        protocol_id,
        seenNonces,
        fetchSession: async (session_id) =>
          (await client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body,
        signal: waiting.signal,
      });
      if (taken) {
        await channel.close();
        await hosting.onUnseated(guest.session_id);
        return;
      }
      taken = true;
      stopRenewing();
      resolve(await hosting.onSeated(channel, guest, invitation));
      // Ends the other handshakes and the accepting, now that the seat is taken.
      waiting.abort();
    } catch {
      // A guest that can't prove itself is shown out; the table stays open for the next one.
      await channel.close();
    } finally {
      atOnce -= 1;
    }
  }

  async function accept(): Promise<void> {
    while (!waiting.signal.aborted) {
      const channel = await listener.accept();
      if (channel === null) return;
      if (taken || atOnce >= handshakesAtOnce) await channel.close();
      else void shakeHands(channel);
    }
  }
  void accept().catch(() => waiting.abort());
  waiting.signal.addEventListener('abort', () => {
    stopRenewing();
    if (!taken) resolve(null);
  });

  const ended = (async () => {
    const table = await seated;
    await table?.ended;
    await listener.close();
  })();

  return {
    post_id,
    invitation,
    seated,
    ended,
    async cancel() {
      if (taken) return;
      waiting.abort();
      await client
        .call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }, { timeoutMs: 2000 })
        .catch(() => {});
      await ended;
    },
  };
}

/** Renews at two fifths of the invitation's life until stopped; an invitation that is gone ends the waiting. */
function keepAlive(client: CommunityClient, invitation: Invitation, onGone: () => void): () => void {
  const { post_id, ttl_seconds } = invitation;
  const timer = setInterval(() => {
    client
      .call('POST /api/v1/invitations/{post_id}/renew', { params: { post_id }, body: {} })
      .catch((error: unknown) => {
        if (error instanceof ParlorError && error.code === 'not_found') onGone();
      });
  }, ttl_seconds * 400);
  return () => clearInterval(timer);
}
