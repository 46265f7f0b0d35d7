/** How a guest finds its host again after a lost connection. */
import { ParlorError } from '../../../shared/errors.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { ticketText } from '../../../shared/signing/texts.ts';
import type { CommunityClient } from '../../community/client.ts';
import type { Transport } from '../../p2p/channel.ts';
import { ticketEndpointId } from '../../p2p/iroh-transport.ts';
import type { EstablishedSession } from '../joining/handshake.ts';
import type { ResumeCredentials } from './reconnecting-channel.ts';

const redialTimeoutMs = 5_000;
const lookUpTimeoutMs = 5_000;

/** Dials the newest ticket that the community has for the session if the host's key signed it, otherwise the last accepted one. */
export function guestCredentials(
  client: CommunityClient,
  transport: Transport,
  session: EstablishedSession,
  token: string,
  firstTicket: string,
): ResumeCredentials {
  const { session_id, host_public_key, protocol_id } = session;
  let ticket = firstTicket;
  return {
    role: 'guest',
    session_id,
    token,
    async redial(signal) {
      const { body } = await client
        .call(
          'GET /api/v1/sessions/{session_id}/transport',
          { params: { session_id } },
          { signal, timeoutMs: lookUpTimeoutMs },
        )
        .catch(() => ({ body: null }));
      if (body?.iroh_ticket && body.iroh_ticket !== ticket) {
        const { iroh_ticket, transport_binding_signature } = body;
        const text = ticketText({ public_key: host_public_key, iroh_ticket, protocol_id });
        if (verifyText(text, transport_binding_signature ?? '', host_public_key)) ticket = iroh_ticket;
      }
      const channel = await transport.dial(ticket, { timeoutMs: redialTimeoutMs, signal });
      if (channel.remoteId === ticketEndpointId(ticket)) return channel;
      channel.drop();
      throw new ParlorError(
        'peer_key_mismatch',
        'The endpoint that answered is not the one in the host’s signed ticket.',
      );
    },
  };
}
