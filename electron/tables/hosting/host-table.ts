/** The host's side of a table: posts and renews the invitation, accepts the first guest that completes the handshake, starts the game. */
import { inBackground } from '../../../shared/background.ts';
import { type HostedTable, joinStepIds } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import { ParlorError, reportError } from '../../../shared/errors.ts';
import { LruCache } from '../../../shared/lru-cache.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { Outcome } from '../../../shared/tables/outcome.ts';
import type { CommunityClient } from '../../community/client.ts';
import type { People } from '../../community/people.ts';
import { mayHaveSucceeded, retryCall } from '../../community/retry-call.ts';
import { isByHand } from '../../hooks/by-hand.ts';
import type { Signer } from '../../identity/signer.ts';
import type { Channel, Transport } from '../../p2p/channel.ts';
import { retry } from '../../time/retry.ts';
import type { GameRunner } from '../game.ts';
import { type HandshakeResult, type LocalPlayer, sendBye, shakeHandsAsHost } from '../joining/handshake.ts';
import { verifyInvitation } from '../joining/trust-checks.ts';
import type { LiveTable } from '../live-table.ts';
import type { ResumableChannel } from '../reconnect/reconnecting-channel.ts';
import { admitReturningGuest } from '../reconnect/returning-guest.ts';
import type { Reports } from '../report-queue.ts';
import { tableProblem } from '../unwritable-record.ts';
import { canConfirmGuests, confirmGuest, isInvitationTaken, requireRegistered } from './guests.ts';
import { openHostEndpoint } from './host-endpoint.ts';
import { type HostableRequest, hostedTableOf } from './host-request.ts';
import type { Cancel, HostedTables } from './hosted-tables.ts';
import { type OpenHandshake, OpenHandshakes } from './open-handshakes.ts';
import { postInvitation, renewInvitation, withdrawInvitation } from './posted-invitation.ts';
import { Arrival, type Closure, type FailedHandshake, isDeclined, OpenArrivals, refusalFor } from './refusals.ts';

interface StartedTable {
  table_id: string;
  /** Null if it was suspended. */
  ended: Promise<Outcome | null>;
  /** Null until the game runs. */
  channel(): ResumableChannel | null;
}

export interface HostHandle {
  /** Changes whenever the invitation is posted again because the addresses of this computer changed. */
  readonly post_id: string;
  readonly invitation: Invitation;
  readonly hostedTable: HostedTable;
  /** The table once a guest was accepted; null when the invitation was withdrawn or could not be renewed. */
  readonly table: Promise<StartedTable | null>;
  /** Resolves when the table, or the waiting, is over. */
  readonly ended: Promise<void>;
  cancel: Cancel;
}

export interface HostContext {
  client: CommunityClient;
  signer: Signer;
  transport: Transport;
  people: People;
  player: LocalPlayer;
  game: GameRunner;
  reports: Reports;
  hostedTables: HostedTables;
  /** False while this side plays the same rematch elsewhere. */
  maySeat(): boolean;
  /** Registers the table of the accepted guest, before anything else happens. */
  openTable(post_id: string): Promise<LiveTable>;
  /** The only person who may join has declined, whether a challenge or a rematch. */
  onDeclined(hosted: HostedTable): Promise<void>;
}

const publishTimeoutMs = 2_000;

/** Posts the invitation, then waits for a guest in the background. Rejects as the transport's `listen` and POST /api/v1/invitations. */
export async function hostTable(context: HostContext, hostable: HostableRequest): Promise<HostHandle> {
  const { client, signer, transport, game, people, hostedTables } = context;
  const { request, protocol, hooksText, metadata, options, sharedBoard } = hostable;
  const player = { ...context.player, byHand: isByHand(hooksText) };
  const { protocol_id } = protocol;
  /** Stops waiting for a guest. */
  const waitController = new AbortController();
  /** Ends everything, including the table's endpoint. */
  const endController = new AbortController();
  const usedNonces = new LruCache<string, true>(budgets.handshake.nonces);
  const { promise: seatedTable, resolve } = Promise.withResolvers<StartedTable | null>();
  let isTaken = false;
  let session_id: string | null = null;
  const openHandshakes = new OpenHandshakes();
  const openArrivals = new OpenArrivals();
  const inTurn = createSerialQueue();
  let ticketPublishing: Promise<void> = Promise.resolve();

  // A separate endpoint per table: the ticket alone identifies the invitation, since the handshake does not name it.
  const endpoint = await openHostEndpoint(transport, () => {
    ticketPublishing = ticketPublishing.then(publishNewTicket);
  });
  const signTicket = (iroh_ticket: string) => ({
    iroh_ticket,
    transport_binding_signature: signer.signTicket({ iroh_ticket, protocol_id }),
  });
  // Without an answer, the invitation can't be posted either.
  const confirms = await canConfirmGuests(client).catch(() => false);
  const post = () =>
    postInvitation(client, signer.publicKey, {
      ...signTicket(endpoint.ticket),
      message: metadata.message,
      tags: metadata.tags,
      transport: 'iroh',
      transport_info: { version: 1, endpoint_id: signer.publicKey, ticket: endpoint.ticket },
      protocol_id,
      host_control_mode: player.control_mode,
      type: metadata.type,
      ...(Object.keys(options).length === 0 ? {} : { options }),
      ...request.audience,
      ...(confirms ? { host_confirms: true } : {}),
    });

  let invitation: Invitation;
  const firstPost = post();
  // A ticket that changes in the meantime is published once there is an invitation.
  ticketPublishing = firstPost.then(
    () => undefined,
    () => undefined,
  );
  try {
    invitation = await firstPost;
  } catch (error) {
    await endpoint.close();
    throw error;
  }
  const renewUntil = performance.now() + (request.renewMs ?? Infinity);
  const startRenewing = () =>
    renewInvitation(client, invitation, renewUntil, {
      onRenewed: (expires_at) => hostedTables.renew(invitation.post_id, expires_at),
      onGone: () => inBackground('invitation', postAgainIfTaken(), () => waitController.abort()),
    });
  let stopRenewing = startRenewing();
  const hostedTable = hostedTableOf(invitation, hostable);
  hostedTables.add(hostedTable, cancel);
  inBackground(
    'invitation',
    seatedTable.then(() => hostedTables.remove(invitation.post_id)),
  );

  /** Updates the session if there is one, otherwise posts a new invitation. Gives up once the ticket has changed again. */
  async function publishNewTicket(): Promise<void> {
    const { ticket } = endpoint;
    await retry(() => (session_id === null ? repost() : patchSession(session_id)), {
      firstMs: 200,
      longestMs: 5_000,
      signal: endController.signal,
      isRetryable: (error) => mayHaveSucceeded(error) && ticket === endpoint.ticket,
    }).catch(() => {
      // Guests can't reach the old address: the invitation expires, and a session ends after its grace period.
    });
  }

  async function repost(): Promise<void> {
    if (isTaken || endController.signal.aborted) return;
    const previousId = invitation.post_id;
    const newInvitation = await post();
    // `cancel` has withdrawn the previous invitation only.
    if (endController.signal.aborted) return withdrawInvitation(client, newInvitation.post_id);
    invitation = newInvitation;
    stopRenewing();
    stopRenewing = startRenewing();
    hostedTables.replace(previousId, invitation);
    await withdrawInvitation(client, previousId);
  }

  async function patchSession(session_id: string): Promise<void> {
    const path = 'PATCH /api/v1/sessions/{session_id}/transport';
    // HTTP connections from before the network change may be dead; after this timeout, a retry opens a new one.
    const limits = { timeoutMs: publishTimeoutMs };
    await client.call(path, { params: { session_id }, body: signTicket(endpoint.ticket) }, limits);
  }

  /** A guest that never came may have taken the invitation: it is posted again. Otherwise it was withdrawn elsewhere, or has expired. */
  async function postAgainIfTaken(): Promise<void> {
    if (isTaken || waitController.signal.aborted) return;
    const isTakenByAbsentee = await isInvitationTaken(client, invitation.post_id).catch(() => false);
    if (isTakenByAbsentee) await repost();
    else waitController.abort();
  }

  /** Resolves once the guest is seated, with null, or has been refused. */
  async function shakeHands(channel: Channel): Promise<FailedHandshake | null> {
    const arrival = new Arrival();
    let handshake = null as OpenHandshake | null;
    let signedSession: string | null = null;
    let isRegistered = false;
    let endArrival = () => {};
    try {
      const result = await shakeHandsAsHost(channel, {
        player,
        post_id: invitation.post_id,
        protocol_id,
        options,
        unrated: request.unrated ?? false,
        for_public_key: request.audience?.for_public_key ?? null,
        sharedBoard,
        usedNonces,
        noPremoves: request.noPremoves ?? false,
        onFirstFrame: (frame) => arrival.readFirstFrame(frame),
        async admit(guestKey) {
          handshake = openHandshakes.open(guestKey, channel.source);
          arrival.nickname = await requireRegistered(client, guestKey, handshake.signal);
          isRegistered = arrival.nickname !== null;
          if (isRegistered) handshake.confirmKey();
          endArrival = hostedTables.beginArrival(invitation.post_id, guestKey);
          return handshake.signal;
        },
        onSigned: (session_id) => {
          signedSession = session_id;
        },
        onReady: () => {
          if (isRegistered) handshake?.settle();
        },
        fetchSession: (session_id) =>
          retryCall(
            async () => (await client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body,
            waitController.signal,
          ),
        signal: waitController.signal,
      });
      handshake?.settle();
      await inTurn(() => seat(channel, result));
      return null;
    } catch (error) {
      const { aborted: isDisplaced = false } = handshake?.signal ?? {};
      handshake?.end();
      if (isDisplaced) channel.drop();
      else await refuse(channel, arrival, error);
      return { error, signedSession };
    } finally {
      endArrival();
      handshake?.end();
    }
  }

  /** Tells a guest why it isn't seated. The table stays open for others, and shows why as well. */
  async function refuse(channel: Channel, arrival: Arrival, error: unknown): Promise<void> {
    const refusal = refusalFor(error, closure());
    const reason = refusal === null || closure() !== null ? null : arrival.unseatedReason(error);
    if (reason !== null) hostedTables.report(invitation.post_id, { reason, nickname: arrival.nickname });
    if (refusal === null) await channel.close();
    else await arrival.refuse(channel, refusal);
  }

  /** Why the table waits for no guest any more. */
  function closure(): Closure | null {
    if (isTaken) return 'invitation_taken';
    return waitController.signal.aborted ? 'invitation_gone' : null;
  }

  async function afterFailure({ error, signedSession }: FailedHandshake): Promise<void> {
    if (request.audience?.for_public_key && !isTaken && isDeclined(error)) {
      await context
        .onDeclined({ ...hostedTable, post_id: invitation.post_id })
        .catch((error: unknown) => reportError(error, 'declined'));
      await cancel();
    } else if (signedSession !== null) await disownSession(signedSession);
  }

  const isOpen = () => closure() === null && context.maySeat();

  /** Seats the guest of a completed handshake, unless another one was faster or this side no longer waits. */
  async function seat(channel: Channel, result: HandshakeResult): Promise<void> {
    const { session } = result;
    const { signal } = waitController;
    try {
      if (isOpen() && confirms) await confirmGuest(client, session, signal);
    } catch (error) {
      // The community may have confirmed the guest nevertheless.
      if (signal.aborted) await reportUnseated(session.session_id);
      throw error;
    }
    // Whoever comes first, the guest or `cancel`, keeps the other from what it does: nothing is awaited from here to `isTaken`.
    if (!isOpen()) {
      await reportUnseated(session.session_id);
      throw new ParlorError(closure() ?? 'invitation_gone', 'This table waits for nobody any more.');
    }
    isTaken = true;
    channel.welcome();
    session_id = session.session_id;
    stopRenewing();
    // Posted again during the handshake.
    if (session.post_id !== invitation.post_id)
      inBackground('invitation', withdrawInvitation(client, invitation.post_id));
    resolve(await startGame(channel, result).catch((error: unknown) => giveUp(channel, result, error)));
    // Ends the other handshakes.
    waitController.abort();
  }

  /** Without a report, the session of a guest that is not seated would stay open. */
  const reportUnseated = (session_id: string) =>
    context.reports.queue({ session_id, status: 'failed', reason: 'not_seated', winner: null });

  /** A guest that wasn't seated may have taken the invitation, at a community where the first guest does. */
  async function disownSession(session_id: string): Promise<void> {
    if (confirms || isTaken || waitController.signal.aborted) return;
    if (!(await isInvitationTaken(client, invitation.post_id).catch(() => false))) return;
    await reportUnseated(session_id);
    await repost();
  }

  /** The table of the accepted guest cannot be created: its session fails, and the invitation is gone. */
  async function giveUp(channel: Channel, { session }: HandshakeResult, error: unknown): Promise<null> {
    reportError(error, 'table');
    const problem = tableProblem(error);
    await sendBye(channel, problem.code);
    await channel.close();
    const report = { status: 'failed', reason: problem.code, winner: null } as const;
    await context.reports.queue({ session_id: session.session_id, ...report });
    return null;
  }

  async function startGame(channel: Channel, handshake: HandshakeResult): Promise<StartedTable> {
    const { session, token, board: _, ...capabilities } = handshake;
    const table = await context.openTable(session.post_id);
    for (const step of joinStepIds) table.enterStep(step);
    table.change({ session_id: session.session_id });
    hostedTables.remove(session.post_id);
    const peer = await people.person(session.guest_public_key);
    const outcome = game.play(table, {
      channel,
      credentials: token === null ? null : { role: 'host', session_id: session.session_id, token },
      ...capabilities,
      ticket: null,
      session,
      protocol,
      board: null,
      hooksText,
      options,
      family: invitation.family,
      unrated: request.unrated ?? false,
      peer,
      checks: verifyInvitation(invitation, protocol),
      playOptions: request,
    });
    const ended = outcome.catch(async (error: unknown) => {
      const problem = tableProblem(error);
      await sendBye(channel, problem.code);
      await channel.close();
      return game.abandon(table, problem);
    });
    return { table_id: table.snapshot.table_id, channel: () => table.channel, ended };
  }

  async function acceptLoop(): Promise<void> {
    for (let channel = await endpoint.accept(); channel !== null; channel = await endpoint.accept()) {
      inBackground('guest', receive(channel));
    }
  }

  async function receive(channel: Channel): Promise<void> {
    if (isTaken) return admitReturningGuest((await seatedTable)?.channel(), channel);
    if (waitController.signal.aborted) return void (await channel.close());
    // Handshakes run concurrently, so that a slow guest does not block the next.
    const failure = await openArrivals.add(shakeHands(channel));
    if (failure !== null) await afterFailure(failure);
  }
  inBackground('invitation', acceptLoop(), () => waitController.abort());
  waitController.signal.addEventListener('abort', () => {
    stopRenewing();
    if (!isTaken) resolve(null);
  });

  const ended = (async () => {
    const table = await seatedTable;
    await table?.ended;
    await table?.channel()?.disposed;
    endController.abort();
    await openArrivals.settle();
    await endpoint.close();
  })();

  async function cancel(): Promise<string | null> {
    if (isTaken) return (await seatedTable)?.table_id ?? null;
    endController.abort();
    waitController.abort();
    await withdrawInvitation(client, invitation.post_id);
    await ended;
    return null;
  }

  return {
    get post_id() {
      return invitation.post_id;
    },
    get invitation() {
      return invitation;
    },
    hostedTable,
    table: seatedTable,
    ended,
    cancel,
  };
}
