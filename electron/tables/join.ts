/** The guest's way to a table: agree, call, shake hands, play (specification, join flow, steps 1 to 8). */
import type { Person } from '../../shared/bridge/contract.ts';
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { bindingText } from '../../shared/signing/texts.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { People } from '../community/people.ts';
import type { Signer } from '../identity/signer.ts';
import type { Library } from '../library/library.ts';
import type { Channel, Transport } from '../p2p/channel.ts';
import { ticketEndpointId } from '../p2p/iroh.ts';
import { declineSeat, type Seat, type Seated, seatAsGuest } from './handshake.ts';
import type { Way } from './line.ts';
import { boardOf, type LiveTable, protocolOf } from './live-table.ts';
import { persist } from './persist.ts';
import type { PlayOptions, Sitting } from './sitting.ts';
import { agreeTerms, readInvitation } from './terms.ts';
import { checkBoardOf, ticketOf, verifyBinding } from './trust.ts';

export interface Joining {
  client: CommunityClient;
  library: Library;
  transport: Transport;
  people: People;
  signer: Signer;
  seat: Seat;
  play(table: LiveTable, sitting: Sitting): Promise<Outcome>;
  abandon(table: LiveTable, problem: Problem): Promise<Outcome>;
}

const connectMs = 15_000;
const handshakeMs = 30_000;
const redialMs = 5_000;

/** Carries one guest's table from its first step to its end; never rejects, the snapshot tells how it went. */
export async function joinTable(parts: Joining, table: LiveTable, options: PlayOptions): Promise<void> {
  const { client, library, transport, people, signer } = parts;
  const { signal } = table.abort;
  let channel: Channel | null = null;
  let giveBack: (() => void) | null = null;
  try {
    let peer: Person | null = null;
    const terms = await agreeTerms({
      client,
      library,
      ownKey: signer.publicKey,
      post_id: table.snapshot.post_id,
      enter: (step) => table.enter(step),
      learned: (invitation) => {
        peer = personOf(invitation, people);
        table.change({
          peer,
          peer_control_mode: invitation.host_control_mode,
          options: invitation.options as JsonObject,
          protocol: { ...table.snapshot.protocol, protocol_id: invitation.protocol_id },
        });
      },
      control_mode: options.control_mode,
      allowSkeleton: options.allowSkeleton ?? false,
      ...(options.extraArgs ? { extraArgs: options.extraArgs } : {}),
      acceptUi: options.acceptUi ?? false,
      signal,
    });
    const { invitation, protocol } = terms;
    table.change({
      protocol: protocolOf(protocol, invitation.family),
      board: boardOf(protocol.board),
      checks: terms.checks,
    });

    table.enter('connect', connectMs);
    channel = await transport.dial(terms.ticket, { timeoutMs: connectMs, signal });

    table.enter('handshake', handshakeMs);
    const { seated, token, board } = await seatAsGuest(channel, {
      seat: parts.seat,
      post_id: invitation.post_id,
      host_public_key: invitation.public_key,
      protocol_id: invitation.protocol_id,
      expectedRemoteId: terms.endpointId,
      takesBoard: (options.acceptHostUi ?? false) && protocol.board === null,
      async createSession(body) {
        // The same proof again is the same session.
        const session = (await persist(() => client.call('POST /api/v1/sessions', { body }), signal)).body;
        // From here on the community waits for this side's report, however the table ends.
        table.change({ session_id: session.session_id });
        await table.save();
        return session;
      },
      signal,
    });

    table.enter('lifecycle');
    if (board) giveBack = await library.lend(protocol.protocol_id, board);
    await parts.play(table, {
      channel,
      way: token === null ? null : wayBack(client, transport, seated, token, terms.ticket),
      seated,
      protocol,
      board,
      hooks: terms.hooks,
      options: invitation.options as JsonObject,
      family: invitation.family,
      peer: peer ?? personOf(invitation, people),
      checks: board ? checkBoardOf(terms.checks, board) : terms.checks,
      play: options,
    });
  } catch (error) {
    await channel?.close();
    const problem = signal.aborted
      ? { code: 'cancelled' as const, message: 'You stopped joining. Nothing was agreed.' }
      : toProblem(error);
    await parts.abandon(table, problem);
  } finally {
    if (giveBack) {
      giveBack();
      table.change({ board: null });
    }
  }
}

/** Tells a host that its invitation for this key alone is not taken. Rejects where it can't be told; it then waits for its time. */
export async function declineInvitation(client: CommunityClient, transport: Transport, post_id: string): Promise<void> {
  const invitation = await readInvitation(client, post_id);
  verifyBinding(invitation);
  await declineSeat(await transport.dial(ticketOf(invitation), { timeoutMs: connectMs }));
}

/** The host may be elsewhere by now: what the community says of it is believed only under the host's own signature. */
function wayBack(client: CommunityClient, transport: Transport, seated: Seated, token: string, first: string): Way {
  const { session_id, host_public_key, protocol_id } = seated;
  let ticket = first;
  return {
    role: 'guest',
    session_id,
    token,
    async redial(signal) {
      const { body } = await client
        .call('GET /api/v1/sessions/{session_id}/transport', { params: { session_id } }, { signal, timeoutMs: 5_000 })
        .catch(() => ({ body: null }));
      if (body?.iroh_ticket && body.iroh_ticket !== ticket) {
        const { iroh_ticket, transport_binding_signature } = body;
        const text = bindingText({ public_key: host_public_key, iroh_ticket, protocol_id });
        if (verifyText(text, transport_binding_signature ?? '', host_public_key)) ticket = iroh_ticket;
      }
      const channel = await transport.dial(ticket, { timeoutMs: redialMs, signal });
      if (channel.remoteId === ticketEndpointId(ticket)) return channel;
      channel.drop();
      throw new ParlorError('peer_key_mismatch', 'Another computer answers than the one the host signed for.');
    },
  };
}

/** The host as its invitation tells of it. */
export function personOf(invitation: InvitationEntry, people: People): Person {
  const { public_key, nickname, agent_id, rating } = invitation;
  return { public_key, nickname, agent_id, rating, house: people.isHouse(public_key) };
}
