/** The host's side of an invitation: posting, renewing, seating the first guest who proves itself, withdrawing. */
import type { Invitation } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { HooksMetadata } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Signer } from '../identity/signer.ts';
import type { Board } from '../library/board.ts';
import type { Channel, Transport } from '../p2p/channel.ts';
import { openDoor } from './door.ts';
import { type Seat, type Seating, seatAsHost } from './handshake.ts';
import { type Draft, keepInvitation, postInvitation, withdrawInvitation } from './invite.ts';
import type { Line } from './line.ts';
import { mayHaveActed, persist } from './persist.ts';

export interface PlayedTable {
  table_id: string;
  ended: Promise<Outcome>;
  /** Null until the table is played. */
  line(): Line | null;
}

export interface Hosted {
  /** Another one once the addresses of this computer changed. */
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
  /** For guests that have none and take it. */
  sharedBoard: Board | null;
  /** Who may see and take the invitation. */
  audience?: Pick<Draft, 'visibility' | 'for_public_key'>;
  /** How long the invitation is renewed, milliseconds. */
  renewMs: number;
  onSeated(channel: Channel, seating: Seating, invitation: Invitation): Promise<PlayedTable>;
  /** The addresses of this computer changed, so another invitation took the place of the one before. */
  onReposted(before: string, invitation: Invitation): void;
  onRenewed(post_id: string, expires_at: number): void;
  /** The one for whom the table waits won't come. */
  onDeclined(): void;
  /** A guest made its session but came too late; the session must not stay open. */
  onUnseated(session_id: string): Promise<void>;
}

/** A slow guest must not keep the next one waiting, nor may many at once. */
const handshakesAtOnce = 4;
/** A connection to a table that is taken has said its first line before it gets here. */
const firstLineMs = 1_000;
const retellMs = 2_000;

export async function hostInvitation(hosting: Hosting): Promise<Hosted> {
  const { client, signer, transport, protocol_id, metadata } = hosting;
  const waiting = new AbortController();
  const seenNonces = new Set<string>();
  const { promise: seated, resolve } = Promise.withResolvers<PlayedTable | null>();
  let taken = false;
  let session_id: string | null = null;
  const over = new AbortController();
  let atOnce = 0;
  let moving: Promise<void> = Promise.resolve();

  // An endpoint of its own: nothing in the handshake names the invitation, so the ticket has to.
  const door = await openDoor(transport, () => {
    moving = moving.then(move);
  });
  const bound = (iroh_ticket: string) => ({
    iroh_ticket,
    transport_binding_signature: signer.signBinding({ iroh_ticket, protocol_id }),
  });
  const post = () =>
    postInvitation(client, signer.publicKey, {
      ...bound(door.ticket),
      message: metadata.message,
      tags: metadata.tags,
      transport: 'iroh',
      transport_info: { version: 1, endpoint_id: signer.publicKey, ticket: door.ticket },
      protocol_id,
      host_control_mode: hosting.seat.control_mode,
      type: metadata.type,
      ...(Object.keys(hosting.options).length === 0 ? {} : { options: hosting.options }),
      ...hosting.audience,
    });

  let invitation: Invitation;
  const posting = post();
  // A change of addresses on the way is told once there is an invitation.
  moving = posting.then(
    () => undefined,
    () => undefined,
  );
  try {
    invitation = await posting;
  } catch (error) {
    await door.close();
    throw error;
  }
  const renewUntil = performance.now() + hosting.renewMs;
  const keepAlive = () =>
    keepInvitation(client, invitation, renewUntil, {
      onRenewed: (expires_at) => hosting.onRenewed(invitation.post_id, expires_at),
      onGone: () => waiting.abort(),
    });
  let stopRenewing = keepAlive();

  /** Guests must find the table where it is now: by its session once it has one, else by another invitation. */
  async function move(): Promise<void> {
    const { ticket } = door;
    for (let told = false; !told && !over.signal.aborted && ticket === door.ticket; ) {
      told = await persist(() => (session_id === null ? repost() : retell(session_id)), over.signal).then(
        () => true,
        (error: unknown) => !mayHaveActed(error),
      );
    }
  }

  async function repost(): Promise<void> {
    if (taken) return;
    const before = invitation.post_id;
    const next = await post();
    // Withdrawn meanwhile, which only took back the one before.
    if (over.signal.aborted) return withdrawInvitation(client, next.post_id);
    invitation = next;
    stopRenewing();
    stopRenewing = keepAlive();
    hosting.onReposted(before, invitation);
    await withdrawInvitation(client, before);
  }

  async function retell(session_id: string): Promise<void> {
    const path = 'PATCH /api/v1/sessions/{session_id}/transport';
    // Connections kept from before the change may lead nowhere now: they are given up soon.
    await client.call(path, { params: { session_id }, body: bound(door.ticket) }, { timeoutMs: retellMs });
  }

  async function shakeHands(channel: Channel): Promise<void> {
    atOnce += 1;
    try {
      const seating = await seatAsHost(channel, {
        seat: hosting.seat,
        post_id: invitation.post_id,
        protocol_id,
        sharedBoard: hosting.sharedBoard,
        seenNonces,
        fetchSession: (session_id) =>
          persist(
            async () => (await client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body,
            waiting.signal,
          ),
        signal: waiting.signal,
      });
      if (taken) {
        await channel.close();
        await hosting.onUnseated(seating.seated.session_id);
        return;
      }
      taken = true;
      session_id = seating.seated.session_id;
      stopRenewing();
      resolve(await hosting.onSeated(channel, seating, invitation));
      // Ends the other handshakes, now that the seat is taken.
      waiting.abort();
    } catch (error) {
      // A guest that can't prove itself is shown out; the table stays open for the next one.
      await channel.close();
      if (hosting.audience?.for_public_key && hasDeclined(error) && !taken) hosting.onDeclined();
    } finally {
      atOnce -= 1;
    }
  }

  /** Somebody calls at a table that is taken: its own guest, back from a lost connection, or nobody. */
  async function takeBack(channel: Channel): Promise<void> {
    const line = (await seated)?.line();
    const frame = await channel.receive({ timeoutMs: firstLineMs }).catch(() => null);
    if (line && frame) await line.welcome(channel, frame);
    else await channel.close();
  }

  async function accept(): Promise<void> {
    for (let channel = await door.accept(); channel !== null; channel = await door.accept()) {
      if (taken) void takeBack(channel);
      else if (waiting.signal.aborted || atOnce >= handshakesAtOnce) void channel.close();
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
    await table?.line()?.gone;
    over.abort();
    await door.close();
  })();

  return {
    get post_id() {
      return invitation.post_id;
    },
    get invitation() {
      return invitation;
    },
    seated,
    ended,
    async cancel() {
      if (taken) return;
      over.abort();
      waiting.abort();
      await withdrawInvitation(client, invitation.post_id);
      await ended;
    },
  };
}

const hasDeclined = (error: unknown): boolean =>
  error instanceof ParlorError && error.code === 'peer_aborted' && error.detail?.code === 'session_refused';
