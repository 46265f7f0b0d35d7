/** Joining as a guest: agree on the terms, connect, shake hands, play (specification, join flow, steps 1 to 8). */
import type { Person } from '../../../shared/bridge/contract.ts';
import { isUnrated } from '../../../shared/community/rating.ts';
import type { Invitation, InvitationEntry, Session } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { CommunityClient } from '../../community/client.ts';
import { nicknameOf, type People } from '../../community/people.ts';
import { retryCall } from '../../community/retry-call.ts';
import { isByHand } from '../../hooks/by-hand.ts';
import type { Signer } from '../../identity/signer.ts';
import type { Library } from '../../library/library.ts';
import type { Channel, Transport } from '../../p2p/channel.ts';
import { retry } from '../../time/retry.ts';
import type { GameRunner } from '../game.ts';
import type { HooksLaunch, PlayOptions } from '../game-setup.ts';
import { boardOf, type LiveTable, protocolOf } from '../live-table.ts';
import { guestCredentials } from '../reconnect/guest-credentials.ts';
import { tableProblem } from '../unwritable-record.ts';
import { type LocalPlayer, sendBye, sendDecline, shakeHandsAsGuest } from './handshake.ts';
import { agreeTerms, readInvitation } from './terms.ts';
import { ticketOf, verifyTicketSignature } from './ticket-signature.ts';
import { withVerifiedBoard } from './trust-checks.ts';

export interface JoinContext {
  client: CommunityClient;
  library: Library;
  transport: Transport;
  people: People;
  signer: Signer;
  player: LocalPlayer;
  game: GameRunner;
}

const connectTimeoutMs = 15_000;
const handshakeTimeoutMs = 30_000;
/** For how long to try again once the host has dropped the connection. */
const crowdedMs = 10_000;

/**
 * Runs a guest's table from the first step of joining to its end. Never rejects: the snapshot shows the progress and the outcome.
 * `invitationPromise`: from `readInvitation`.
 */
export async function joinTable(
  context: JoinContext,
  table: LiveTable,
  options: PlayOptions,
  invitationPromise: Promise<Invitation>,
): Promise<void> {
  const { client, library, transport, people, signer, game } = context;
  const { signal } = table.abort;
  let channel: Channel | null = null;
  let stopServingBoard: (() => void) | null = null;
  let hooksLaunch: HooksLaunch | null = null;
  try {
    let peer: Person | null = null;
    const terms = await agreeTerms({
      client,
      library,
      ownKey: signer.publicKey,
      invitationPromise,
      onStep: (step) => table.enterStep(step),
      onInvitation: (invitation) => {
        peer = personOf(invitation, people);
        table.change({
          peer,
          peer_control_mode: invitation.host_control_mode,
          options: invitation.options as JsonObject,
          protocol: {
            ...table.snapshot.protocol,
            protocol_id: invitation.protocol_id,
            family: invitation.family,
          },
        });
      },
      ...(options.shown ? { shown: options.shown } : {}),
      control_mode: options.control_mode,
      ...(options.client ? { seatClient: options.client } : {}),
      allowSkeleton: options.allowSkeleton ?? false,
      ...(options.extraArgs ? { extraArgs: options.extraArgs } : {}),
      acceptPublishedBoard: options.acceptPublishedBoard ?? false,
      signal,
    });
    const { invitation, protocol } = terms;
    table.change({
      protocol: protocolOf(protocol, invitation.family),
      board: boardOf(protocol.board),
      checks: terms.checks,
    });

    hooksLaunch = game.launch(terms.hooksText);
    table.enterStep('connect', connectTimeoutMs);
    /** Of the session that the community has, which another attempt continues. */
    let startedNonce: string | null = null;
    let retryUntil: number | null = null;
    const shakeHands = async () => {
      const connection = await transport.dial(terms.ticket, { timeoutMs: connectTimeoutMs, signal });
      table.enterStep('handshake', handshakeTimeoutMs);
      try {
        return {
          connection,
          ...(await shakeHandsAsGuest(connection, {
            player: { ...context.player, byHand: isByHand(terms.hooksText) },
            session_nonce: startedNonce ?? client.mark(),
            post_id: invitation.post_id,
            host_public_key: invitation.public_key,
            protocol_id: invitation.protocol_id,
            options: invitation.options as JsonObject,
            unrated: isUnrated(invitation),
            expectedRemoteId: terms.endpointId,
            acceptsBoard: options.testedBoard ?? (options.acceptHostBoard && protocol.board === null ? 'any' : null),
            async createSession(body) {
              // Idempotent: the same proof yields the same session.
              const createdSession = (await retryCall(() => client.call('POST /api/v1/sessions', { body }), signal))
                .body;
              if (createdSession.status !== 'matched') throw endedSession(createdSession);
              startedNonce = body.session_nonce;
              // From now on the community expects a report from this side, however the table ends.
              table.change({ session_id: createdSession.session_id });
              await table.save();
              return createdSession;
            },
            signal,
          })),
        };
      } catch (error) {
        await connection.close();
        throw error;
      }
    };
    // A host that many connect to at once may have dropped this connection for a newer one.
    const handshake = await retry(shakeHands, {
      firstMs: 100,
      longestMs: 400,
      signal,
      isRetryable(error) {
        if (!(error instanceof ParlorError) || error.code !== 'peer_disconnected') return false;
        retryUntil ??= performance.now() + crowdedMs;
        return performance.now() < retryUntil;
      },
    }).catch((error: unknown) => {
      throw beforeTheGame(error);
    });
    const { connection, session, token, board, ...capabilities } = handshake;

    channel = connection;
    table.enterStep('lifecycle');
    if (board) stopServingBoard = await library.serveTemporarily(protocol.protocol_id, board);
    await game.play(table, {
      channel,
      credentials: token === null ? null : guestCredentials(client, transport, session, token, terms.ticket),
      ticket: terms.ticket,
      ...capabilities,
      session,
      protocol,
      board,
      hooksText: terms.hooksText,
      hooksLaunch,
      options: invitation.options as JsonObject,
      family: invitation.family,
      unrated: isUnrated(invitation),
      peer: peer ?? personOf(invitation, people),
      checks: board ? withVerifiedBoard(terms.checks, board) : terms.checks,
      playOptions: options,
    });
  } catch (error) {
    const problem = signal.aborted
      ? { code: 'cancelled' as const, message: 'You stopped joining. Nothing was agreed.' }
      : tableProblem(error);
    if (channel) await sendBye(channel, problem.code);
    await channel?.close();
    await game.abandon(table, problem);
  } finally {
    await hooksLaunch?.dispose();
    if (stopServingBoard) {
      stopServingBoard();
      table.change({ board: null });
    }
  }
}

/** A community cancels the sessions of the other guests once the host has confirmed one. */
function endedSession({ status, status_reason }: Pick<Session, 'status' | 'status_reason'>): ParlorError {
  return status === 'cancelled' && status_reason === 'not_seated'
    ? new ParlorError('invitation_taken', 'The host has seated another guest.')
    : new ParlorError('session_rejected', 'The session has ended before the game started.');
}

/** What says during a game that a peer is lost, or broke the rules, has another meaning while there is none. */
function beforeTheGame(error: unknown): unknown {
  if (!(error instanceof ParlorError)) return error;
  const { code, message, detail } = error;
  if (code === 'peer_disconnected')
    return new ParlorError('handshake_lost', 'The connection to the host ended before the game started.');
  return code === 'frame_invalid' ? new ParlorError('peer_incompatible', message, detail) : error;
}

/** Declines an invitation that only this key may take. Rejects if the host cannot be reached; the invitation then expires. */
export async function declineInvitation(client: CommunityClient, transport: Transport, post_id: string): Promise<void> {
  const invitation = await readInvitation(client, post_id);
  verifyTicketSignature(invitation);
  await sendDecline(await transport.dial(ticketOf(invitation), { timeoutMs: connectTimeoutMs }));
}

/** The host as described in its invitation. */
export function personOf(invitation: InvitationEntry, people: People): Person {
  const { public_key, agent_id, rating } = invitation;
  return { public_key, nickname: nicknameOf(invitation), agent_id, rating, house: people.isHouse(public_key) };
}
