/** The first three frames of a session, in which both sides prove their keys. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ErrorCode, ParlorError } from '../../../shared/errors.ts';
import { canonicalJson } from '../../../shared/json/canonical.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { LruCache } from '../../../shared/lru-cache.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { hex128 } from '../../../shared/signing/grammar.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { type SessionParts, sessionIdOf, sessionText } from '../../../shared/signing/texts.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import {
  byeFrame,
  readSystemFrame,
  type SessionProof,
  type SessionReady,
  sessionInitSchema,
  sessionProofSchema,
  sessionReadySchema,
} from '../../../shared/tables/frames.ts';
import type { ControlMode } from '../../../shared/tables/hooks.ts';
import { guestRefusalOf, hearsRefusals, leftByGuest, refusedByHost } from '../../../shared/tables/refusals.ts';
import type { Board } from '../../library/board.ts';
import type { Channel } from '../../p2p/channel.ts';
import { throwIfCancelled, waitFor } from '../../p2p/wait-for.ts';
import { type AcceptedBoard, offerOf, receiveBoard, sendBoard } from './board-transfer.ts';
import { announce, type Capabilities, capabilitiesOf } from './capabilities.ts';

/** The body of POST /api/v1/sessions, in its order. */
export interface SessionBody extends SessionParts {
  host_signature: string;
  guest_signature: string;
}

export interface LocalPlayer {
  public_key: string;
  /** Signs the session text of these parts; 128 hex. */
  signSession(parts: SessionParts): string | Promise<string>;
  control_mode: ControlMode;
  /** Whether this side shows remarks. */
  remarks?: boolean;
  /** Whether the hooks of this side know no rules, so that it has to be told the end of a game. */
  byHand?: boolean;
  /** Host: whether this guest is blocked. */
  isBlocked?(guest_public_key: string): boolean;
}

export interface GuestHandshake {
  player: LocalPlayer;
  /** New, or that of a session which the community has, and marked for it. */
  session_nonce: string;
  post_id: string;
  host_public_key: string;
  protocol_id: string;
  /** Of the invitation, as `unrated`. */
  options: JsonObject;
  unrated?: boolean;
  /** The endpoint id inside the signed ticket, 64 hex. */
  expectedRemoteId: string;
  /** Which board of the host is accepted; none if this side has one or the user didn't agree. */
  acceptsBoard?: AcceptedBoard | null;
  /** POST /api/v1/sessions. */
  createSession(body: SessionBody): Promise<{ session_id: string }>;
  signal?: AbortSignal;
}

export interface HostHandshake {
  player: LocalPlayer;
  post_id: string;
  protocol_id: string;
  /** As the host chose them. */
  options: JsonObject;
  /** Neither side reports who won. */
  unrated?: boolean;
  /** The only guest that may join; null for anybody. The community may admit others. */
  for_public_key?: string | null;
  /** Offered to a guest without a board. */
  sharedBoard?: Board | null;
  /** Neither side may choose moves ahead. */
  noPremoves?: boolean;
  /** The newest nonces used with this invitation; the handshake adds its own. */
  usedNonces: LruCache<string, true>;
  /** The guest's first frame, before it is validated. */
  onFirstFrame?(frame: JsonObject): void;
  /** Before anything is signed for the guest that claims this key. Rejects to refuse it; the signal ends the handshake. */
  admit?(guest_public_key: string): Promise<AbortSignal>;
  /** The session that the guest can now start. */
  onSigned?(session_id: string): void;
  /** The guest has named the session that it started. */
  onReady?(): void;
  /** GET /api/v1/sessions/{session_id}; the host verifies the response. */
  fetchSession(session_id: string): Promise<{ guest_signature: string }>;
  signal?: AbortSignal;
}

/** The result of the handshake, on both sides. */
export interface EstablishedSession extends SessionBody {
  session_id: string;
  /** As the peer claims; `hybrid` if the claim is unknown. */
  peer_control_mode: ControlMode;
}

/** `token` is the secret for resuming after a lost connection; null if the peer does not support it. */
export interface HandshakeResult extends Capabilities {
  session: EstablishedSession;
  token: string | null;
  /** Guest: the host's board, if it was offered and accepted. */
  board: Board | null;
}

const { initMs, proofMs, readyMs } = budgets.handshake;

/**
 * Guest: `_session_init`, `_session_proof`, POST /sessions, `_session_ready`. Nothing is posted before the host's proof
 * is verified. Rejects `own_invitation`, `peer_key_mismatch` (`detail.what`: endpoint or key), `frame_invalid`,
 * `invitation_mismatch` (another protocol), `proof_invalid` (signature), `community_invalid_answer` (another session id), `cancelled`,
 * as `refusedByHost`, and as the channel and `createSession`. The channel stays open; after a rejection, of which a host is told that can
 * be, the caller closes it.
 */
export async function shakeHandsAsGuest(channel: Channel, config: GuestHandshake): Promise<HandshakeResult> {
  const { player, post_id, host_public_key, protocol_id } = config;
  rejectOwnKey(host_public_key, player.public_key);
  if (channel.remoteId !== config.expectedRemoteId) {
    throw new ParlorError(
      'peer_key_mismatch',
      'The endpoint that answered is not the one in the host’s signed ticket.',
      { what: 'endpoint', expected: config.expectedRemoteId, found: channel.remoteId },
    );
  }
  const parts: SessionParts = {
    post_id,
    host_public_key,
    guest_public_key: player.public_key,
    protocol_id,
    session_nonce: config.session_nonce,
  };
  await channel.send({
    _session_init: true,
    guest_public_key: parts.guest_public_key,
    session_nonce: parts.session_nonce,
    guest_control_mode: player.control_mode,
    resume: { version: 1 },
    ...announce(() => true),
    ...(player.remarks ? { remarks: { version: 1 } } : {}),
    ...(player.byHand ? { by_hand: { version: 1 } } : {}),
    no_premoves: { version: 1 },
    options: termsOf(config),
    ...(config.acceptsBoard ? { ui_capabilities: { p2p_ui_v1: true } } : {}),
  });

  let isHostTold = false;
  try {
    const proof = await receiveFrame(channel, sessionProofSchema, {
      timeoutMs: proofMs,
      signal: config.signal,
      onFrame: (frame) => {
        isHostTold = hearsRefusals(frame);
      },
      onBye: refusedByHost,
    });
    return await acceptProof(channel, config, parts, proof);
  } catch (cause) {
    const error = await refusalBefore(channel, cause);
    if (isHostTold) await sendBye(channel, guestRefusalOf(error));
    throw error;
  }
}

/** The refusal of a host that has ended the connection while this side asked the community, or else the error. */
async function refusalBefore(channel: Channel, error: unknown): Promise<unknown> {
  if (!(error instanceof ParlorError) || error.code !== 'peer_disconnected') return error;
  const frame = await channel.receive({ timeoutMs: proofMs }).catch(() => null);
  const systemFrame = frame && readSystemFrame(frame);
  return systemFrame?.kind === 'bye' ? refusedByHost(systemFrame.code) : error;
}

async function acceptProof(
  channel: Channel,
  config: GuestHandshake,
  parts: SessionParts,
  proof: SessionProof,
): Promise<HandshakeResult> {
  const { player, host_public_key, protocol_id } = config;
  if (proof.host_public_key !== undefined && proof.host_public_key !== host_public_key) {
    const detail = { what: 'key', expected: host_public_key, found: proof.host_public_key };
    const message = 'The host proved a different key from the one in its invitation.';
    throw new ParlorError('peer_key_mismatch', message, detail);
  }
  if (proof.protocol_id !== undefined && proof.protocol_id !== protocol_id) {
    throw new ParlorError(
      'invitation_mismatch',
      'The host proved a session of a different protocol from the one in its invitation.',
      { expected: protocol_id, found: proof.protocol_id },
    );
  }
  if (!verifySessionSignature(parts, proof.host_signature, host_public_key)) {
    throw new ParlorError('proof_invalid', "The host's signature does not match this session.");
  }

  const board =
    config.acceptsBoard && proof.ui_offer
      ? await receiveBoard(channel, proof.ui_offer, config.acceptsBoard, host_public_key, config.signal)
      : null;

  const body: SessionBody = {
    ...parts,
    host_signature: proof.host_signature,
    guest_signature: await player.signSession(parts),
  };
  if (config.signal?.aborted) throw new ParlorError('cancelled', 'Joining was stopped.');
  const { session_id } = await config.createSession(body);
  if (session_id !== sessionIdOf(parts))
    throw new ParlorError(
      'community_invalid_answer',
      'The community returned a different session id from the one that was signed.',
    );
  await channel.send({ _session_ready: true, session_id, ...(board ? { ui_artifact: artifactOf(board) } : {}) });
  const session = { ...body, session_id, peer_control_mode: proof.host_control_mode };
  const capabilities = capabilitiesOf(proof, {
    canRemark: player.remarks === true && proof.remarks !== undefined,
    noPremoves: proof.no_premoves !== undefined,
  });
  return { session, token: proof.resume?.token ?? null, ...capabilities, board };
}

/**
 * Host: the same three frames from the other side. Signs only once per nonce, computes the session id itself, and verifies the
 * guest's signature over the session text, which it fetches from the community.
 * Rejects `own_invitation`, `replayed_request` (a nonce that was used before), `frame_invalid`, `session_refused` (a guest that is
 * blocked, another session id), `seat_reserved`, `options_mismatch` (the guest was shown other terms), `proof_invalid` (guest signature),
 * `peer_aborted` (`detail.code`: why the guest leaves; `session_refused` if it declines), and as the channel, `fetchSession` and `admit`.
 * The guest is not told: the caller does that.
 */
export async function shakeHandsAsHost(channel: Channel, config: HostHandshake): Promise<HandshakeResult> {
  const { player, post_id, protocol_id, noPremoves = false } = config;
  const onBye = leftByGuest;
  const init = await receiveFrame(channel, sessionInitSchema, {
    timeoutMs: initMs,
    signal: config.signal,
    onFrame: config.onFirstFrame,
    onBye,
  });
  rejectOwnKey(init.guest_public_key, player.public_key);
  const requireUnblocked = () => {
    if (player.isBlocked?.(init.guest_public_key)) throw new ParlorError('session_refused', 'This guest is blocked.');
  };
  requireUnblocked();
  if (config.for_public_key && config.for_public_key !== init.guest_public_key)
    throw new ParlorError('seat_reserved', 'This table is for another guest.');
  if (config.usedNonces.get(init.session_nonce))
    throw new ParlorError('replayed_request', 'The guest repeated the nonce of an earlier session.');
  config.usedNonces.set(init.session_nonce, true);
  const admission = await config.admit?.(init.guest_public_key);
  // A guest that gives way to others may come back with the session that it has started.
  admission?.addEventListener('abort', () => config.usedNonces.delete(init.session_nonce), { once: true });
  const signal = AbortSignal.any([config.signal, admission].filter((signal) => signal !== undefined));
  throwIfCancelled(signal);
  if (init.options && canonicalJson(init.options) !== canonicalJson(termsOf(config)))
    throw new ParlorError('options_mismatch', 'The guest was shown other options than the host has chosen.');
  const parts: SessionParts = {
    post_id,
    host_public_key: player.public_key,
    guest_public_key: init.guest_public_key,
    protocol_id,
    session_nonce: init.session_nonce,
  };
  const session_id = sessionIdOf(parts);
  const host_signature = await player.signSession(parts);
  config.onSigned?.(session_id);
  const token = init.resume ? randomBytes(32).toString('hex') : null;
  const canRemark = player.remarks === true && init.remarks !== undefined;
  const board = init.ui_capabilities?.p2p_ui_v1 ? (config.sharedBoard ?? null) : null;
  await channel.send({
    _session_proof: true,
    host_public_key: player.public_key,
    host_signature,
    protocol_id,
    host_control_mode: player.control_mode,
    ...(token === null ? {} : { resume: { version: 1, token } }),
    ...announce((extension) => init[extension] !== undefined),
    ...(canRemark ? { remarks: { version: 1 } } : {}),
    ...(player.byHand ? { by_hand: { version: 1 } } : {}),
    ...(noPremoves && init.no_premoves ? { no_premoves: { version: 1 } } : {}),
    ...(board === null ? {} : { ui_offer: offerOf(board) }),
  });

  const limits = { timeoutMs: readyMs, signal, onBye };
  let nextFrame = await receiveFrame(channel, z.union([sessionReadySchema, anyBoardRequestSchema]), limits);
  if ('_ui_artifact_request' in nextFrame) {
    await sendBoard(channel, board, nextFrame as JsonObject, signal);
    nextFrame = await receiveFrame(channel, sessionReadySchema, limits);
  }
  const ready = nextFrame as SessionReady;
  if (ready.session_id !== session_id) {
    throw new ParlorError('session_refused', 'The guest named a different session from the one it started.');
  }
  config.onReady?.();
  const { guest_signature } = await config.fetchSession(session_id);
  if (
    !hex128.safeParse(guest_signature).success ||
    !verifySessionSignature(parts, guest_signature, init.guest_public_key)
  ) {
    throw new ParlorError('proof_invalid', "The guest's signature does not match this session.");
  }
  // The guest decides how long all this takes, and may have been blocked meanwhile.
  requireUnblocked();
  const session = { ...parts, host_signature, guest_signature, session_id, peer_control_mode: init.guest_control_mode };
  const capabilities = capabilitiesOf(init, { canRemark, noPremoves });
  return { session, token, ...capabilities, board: null };
}

/** Guest: declines an invitation that only its key may take. The ticket is proof enough: the community shows it to no other agent. */
export async function sendDecline(channel: Channel): Promise<void> {
  await channel.send(byeFrame('session_refused'));
  await channel.close();
}

/** Says why no game starts. A peer that is gone, or reads nothing, learns no more than that. */
export async function sendBye(channel: Channel, code: ErrorCode): Promise<void> {
  const limits = { timeoutMs: budgets.handshake.refusalMs };
  await waitFor(channel.send(byeFrame(code)), limits, () => new Error('The peer reads nothing.')).catch(() => {
    // See above.
  });
}

const anyBoardRequestSchema = z.looseObject({ _ui_artifact_request: z.literal(true) });

function artifactOf({ manifest_hash, files, size_bytes }: Board): JsonObject {
  const size = { file_count: files.size, total_size_bytes: size_bytes };
  return { status: 'installed', source_kind: 'host_p2p', manifest_hash, ...size };
}

/** The next frame, validated. */
async function receiveFrame<Schema extends z.ZodType>(
  channel: Channel,
  schema: Schema,
  {
    timeoutMs,
    signal,
    onFrame,
    onBye,
  }: {
    timeoutMs: number;
    signal: AbortSignal | undefined;
    onFrame?: ((frame: JsonObject) => void) | undefined;
    /** The error for a peer that leaves with this code. */
    onBye(code: ErrorCode | null): ParlorError;
  },
): Promise<z.output<Schema>> {
  const frame: JsonObject | null = await channel.receive(signal ? { timeoutMs, signal } : { timeoutMs });
  if (frame === null)
    throw new ParlorError('peer_disconnected', 'The other side disconnected before the game started.');
  const systemFrame = readSystemFrame(frame);
  if (systemFrame?.kind === 'bye') throw onBye(systemFrame.code);
  onFrame?.(frame);
  const parsed = schema.safeParse(frame);
  if (parsed.success) return parsed.data;
  const pointers = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}`);
  throw new ParlorError('frame_invalid', 'The other side sent an unexpected message in the handshake.', { pointers });
}

function verifySessionSignature(parts: SessionParts, signature: string, publicKey: string): boolean {
  return verifyText(sessionText(parts), signature, publicKey);
}

const termsOf = ({ options, unrated }: Pick<HostHandshake, 'options' | 'unrated'>): JsonObject => ({
  ...{ version: 1, hash: sha256Hex(canonicalJson(options)) },
  ...(unrated ? { unrated } : {}),
});

function rejectOwnKey(peerKey: string, ownKey: string): void {
  if (peerKey === ownKey) throw new ParlorError('own_invitation', 'This is your own table.');
}
