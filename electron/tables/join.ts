/** The guest's way to a table: agree, call, shake hands, play (specification, join flow, steps 1 to 8). */
import type { Person } from '../../shared/bridge/contract.ts';
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { People } from '../community/people.ts';
import type { Signer } from '../identity/signer.ts';
import type { Library } from '../library/library.ts';
import type { Channel, Transport } from '../p2p/channel.ts';
import { type Seat, seatAsGuest } from './handshake.ts';
import { boardOf, type LiveTable, protocolOf } from './live-table.ts';
import type { PlayOptions, Sitting } from './sitting.ts';
import { agreeTerms } from './terms.ts';

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

/** Carries one guest's table from its first step to its end; never rejects, the snapshot tells how it went. */
export async function joinTable(parts: Joining, table: LiveTable, options: PlayOptions): Promise<void> {
  const { client, library, transport, people, signer } = parts;
  const { signal } = table.abort;
  let channel: Channel | null = null;
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
      signal,
    });
    const { invitation, protocol } = terms;
    table.change({
      protocol: protocolOf(protocol, invitation.family),
      board: boardOf(protocol),
      checks: terms.checks,
    });

    table.enter('connect', connectMs);
    channel = await transport.dial(terms.ticket, { timeoutMs: connectMs, signal });

    table.enter('handshake', handshakeMs);
    const seated = await seatAsGuest(channel, {
      seat: parts.seat,
      post_id: invitation.post_id,
      host_public_key: invitation.public_key,
      protocol_id: invitation.protocol_id,
      expectedRemoteId: terms.endpointId,
      async createSession(body) {
        const session = (await client.call('POST /api/v1/sessions', { body })).body;
        // From here on the community waits for this side's report, however the table ends.
        table.change({ session_id: session.session_id });
        await table.save();
        return session;
      },
      signal,
    });

    table.enter('lifecycle');
    await parts.play(table, {
      channel,
      seated,
      protocol,
      hooks: terms.hooks,
      options: invitation.options as JsonObject,
      family: invitation.family,
      peer: peer ?? personOf(invitation, people),
      checks: terms.checks,
      play: options,
    });
  } catch (error) {
    await channel?.close();
    const problem = signal.aborted
      ? { code: 'cancelled' as const, message: 'You stopped joining. Nothing was agreed.' }
      : toProblem(error);
    await parts.abandon(table, problem);
  }
}

/** The host as its invitation tells of it. */
export function personOf(invitation: InvitationEntry, people: People): Person {
  const { public_key, nickname, agent_id, rating } = invitation;
  return { public_key, nickname, agent_id, rating, house: people.isHouse(public_key) };
}
