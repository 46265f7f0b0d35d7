/** The first three frames of a session: who sits here, proved by both keys, before the first move. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { hex128 } from '../../shared/signing/grammar.ts';
import { type SessionParts, sessionIdOf, sessionText } from '../../shared/signing/texts.ts';
import {
  farewell,
  readSystemFrame,
  type SessionReady,
  sessionInitSchema,
  sessionProofSchema,
  sessionReadySchema,
} from '../../shared/tables/frames.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { Board } from '../library/board.ts';
import type { Channel } from '../p2p/channel.ts';
import { giveBoard, offerOf, takeBoard } from './board-transfer.ts';

export type { SessionParts } from '../../shared/signing/texts.ts';

/** The body of POST /api/v1/sessions, in its order. */
export interface SessionBody extends SessionParts {
  host_signature: string;
  guest_signature: string;
}

export interface Seat {
  public_key: string;
  /** Signs the session text of these parts; 128 hex. */
  signSession(parts: SessionParts): string | Promise<string>;
  control_mode: ControlMode;
  /** Host: whose call is not answered. */
  refuses?(guest_public_key: string): boolean;
}

export interface GuestTerms {
  seat: Seat;
  post_id: string;
  host_public_key: string;
  protocol_id: string;
  /** The endpoint id inside the signed ticket, 64 hex. */
  expectedRemoteId: string;
  /** Whether the host may give its board; only where this side has none and the person agreed. */
  takesBoard?: boolean;
  /** POST /api/v1/sessions. */
  createSession(body: SessionBody): Promise<{ session_id: string }>;
  signal?: AbortSignal;
}

export interface HostTerms {
  seat: Seat;
  post_id: string;
  protocol_id: string;
  /** What a guest without a board may be given. */
  sharedBoard?: Board | null;
  /** Nonces this invitation has already met; the handshake adds to it. */
  seenNonces: Set<string>;
  /** GET /api/v1/sessions/{session_id}; the host believes only what it can verify of the answer. */
  fetchSession(session_id: string): Promise<{ guest_signature: string }>;
  signal?: AbortSignal;
}

/** What both sides hold once seated. */
export interface Seated extends SessionBody {
  session_id: string;
  /** The peer's own word, `hybrid` where it says nothing known. */
  peer_control_mode: ControlMode;
}

/** `token` lets the two find back to each other after a lost connection; null where the peer does not know how. */
export interface Seating {
  seated: Seated;
  token: string | null;
  /** Guest: the host's board, where both wanted that. */
  board: Board | null;
}

/** A peer must speak first within this time, so that nobody keeps a table busy by silence. */
const initMs = 10_000;
/** The guest's way over the community may take this long. */
const readyMs = 60_000;
/** A host only has to sign. */
const proofMs = 30_000;

/**
 * Guest: `_session_init`, `_session_proof`, POST /sessions, `_session_ready`. Nothing is posted before the host's proof
 * verified. Rejects `own_invitation`, `peer_key_mismatch` (`detail.what`: endpoint or key), `frame_invalid`,
 * `invitation_mismatch` (another protocol), `proof_invalid` (signature), `community_invalid_answer` (another session id),
 * `cancelled`, and what the channel or `createSession` rejects. The channel stays open; closing it after a rejection is the caller's.
 */
export async function seatAsGuest(channel: Channel, terms: GuestTerms): Promise<Seating> {
  const { seat, post_id, host_public_key, protocol_id } = terms;
  refuseSelf(host_public_key, seat.public_key);
  if (channel.remoteId !== terms.expectedRemoteId) {
    throw new ParlorError(
      'peer_key_mismatch',
      'Another computer answers at this table than the one its host signed for.',
      {
        what: 'endpoint',
        expected: terms.expectedRemoteId,
        found: channel.remoteId,
      },
    );
  }
  const parts: SessionParts = {
    post_id,
    host_public_key,
    guest_public_key: seat.public_key,
    protocol_id,
    session_nonce: randomBytes(16).toString('hex'),
  };
  await channel.send({
    _session_init: true,
    guest_public_key: parts.guest_public_key,
    session_nonce: parts.session_nonce,
    guest_control_mode: seat.control_mode,
    resume: { version: 1 },
    ...(terms.takesBoard ? { ui_capabilities: { p2p_ui_v1: true } } : {}),
  });

  const proof = await hear(channel, sessionProofSchema, { timeoutMs: proofMs, signal: terms.signal });
  if (proof.host_public_key !== undefined && proof.host_public_key !== host_public_key) {
    throw new ParlorError('peer_key_mismatch', 'The host proves another key than the one of its invitation.', {
      what: 'key',
      expected: host_public_key,
      found: proof.host_public_key,
    });
  }
  if (proof.protocol_id !== undefined && proof.protocol_id !== protocol_id) {
    throw new ParlorError(
      'invitation_mismatch',
      'The host proves a session of another protocol than its invitation names.',
      {
        expected: protocol_id,
        found: proof.protocol_id,
      },
    );
  }
  if (!signed(parts, proof.host_signature, host_public_key)) {
    throw new ParlorError('proof_invalid', "The host's signature does not fit this session.");
  }

  const board =
    terms.takesBoard && proof.ui_offer ? await takeBoard(channel, proof.ui_offer, host_public_key, terms.signal) : null;

  const body: SessionBody = {
    ...parts,
    host_signature: proof.host_signature,
    guest_signature: await seat.signSession(parts),
  };
  if (terms.signal?.aborted) throw new ParlorError('cancelled', 'Joining was stopped.');
  const { session_id } = await terms.createSession(body);
  if (session_id !== sessionIdOf(parts)) {
    throw new ParlorError('community_invalid_answer', 'The community gave this session another id than its text has.');
  }
  await channel.send({ _session_ready: true, session_id, ...(board ? { ui_artifact: artifactOf(board) } : {}) });
  const seated = { ...body, session_id, peer_control_mode: proof.host_control_mode };
  return { seated, token: proof.resume?.token ?? null, board };
}

/**
 * Host: the same three frames from the other side. It signs for a guest key only once per nonce, takes no session id on
 * trust, and believes in the guest's key only by its signature over the session text, which the community hands out.
 * Rejects `own_invitation`, `replayed_request` (a nonce met before), `frame_invalid`, `session_refused` (another session
 * id), `proof_invalid` (guest signature), `peer_aborted` (`detail.code`: `session_refused` where it won't come), and what the channel or `fetchSession` rejects.
 */
export async function seatAsHost(channel: Channel, terms: HostTerms): Promise<Seating> {
  const { seat, post_id, protocol_id } = terms;
  const init = await hear(channel, sessionInitSchema, { timeoutMs: initMs, signal: terms.signal });
  refuseSelf(init.guest_public_key, seat.public_key);
  if (seat.refuses?.(init.guest_public_key)) {
    throw new ParlorError('session_refused', 'This guest is kept away from the tables here.');
  }
  if (terms.seenNonces.has(init.session_nonce)) {
    throw new ParlorError('replayed_request', 'The guest repeats a session that was already begun.');
  }
  terms.seenNonces.add(init.session_nonce);
  const parts: SessionParts = {
    post_id,
    host_public_key: seat.public_key,
    guest_public_key: init.guest_public_key,
    protocol_id,
    session_nonce: init.session_nonce,
  };
  const host_signature = await seat.signSession(parts);
  const token = init.resume ? randomBytes(32).toString('hex') : null;
  const board = init.ui_capabilities?.p2p_ui_v1 ? (terms.sharedBoard ?? null) : null;
  await channel.send({
    _session_proof: true,
    host_public_key: seat.public_key,
    host_signature,
    protocol_id,
    host_control_mode: seat.control_mode,
    ...(token === null ? {} : { resume: { version: 1, token } }),
    ...(board === null ? {} : { ui_offer: offerOf(board) }),
  });

  const limits = { timeoutMs: readyMs, signal: terms.signal };
  let next = await hear(channel, z.union([sessionReadySchema, boardAskedSchema]), limits);
  if ('_ui_artifact_request' in next) {
    await giveBoard(channel, board, next as JsonObject, terms.signal);
    next = await hear(channel, sessionReadySchema, limits);
  }
  const ready = next as SessionReady;
  const session_id = sessionIdOf(parts);
  if (ready.session_id !== session_id) {
    throw new ParlorError('session_refused', 'The guest names another session than the one it began.');
  }
  const { guest_signature } = await terms.fetchSession(session_id);
  if (!hex128.safeParse(guest_signature).success || !signed(parts, guest_signature, init.guest_public_key)) {
    throw new ParlorError('proof_invalid', "The guest's signature does not fit this session.");
  }
  const seated = { ...parts, host_signature, guest_signature, session_id, peer_control_mode: init.guest_control_mode };
  return { seated, token, board: null };
}

/**
 * Guest: says that it won't come, to a table that waits for it alone. That it knows the ticket is all that proves who says
 * so: the community shows it to nobody else.
 */
export async function declineSeat(channel: Channel): Promise<void> {
  await channel.send(farewell('session_refused'));
  await channel.close();
}

const boardAskedSchema = z.looseObject({ _ui_artifact_request: z.literal(true) });

function artifactOf({ manifest_hash, files, size_bytes }: Board): JsonObject {
  const size = { file_count: files.size, total_size_bytes: size_bytes };
  return { status: 'installed', source_kind: 'host_p2p', manifest_hash, ...size };
}

/** The next frame, held to a grammar. */
async function hear<Schema extends z.ZodType>(
  channel: Channel,
  schema: Schema,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<z.output<Schema>> {
  const frame: JsonObject | null = await channel.receive(signal ? { timeoutMs, signal } : { timeoutMs });
  if (frame === null) throw new ParlorError('peer_disconnected', 'The other side hung up before the table was open.');
  const said = readSystemFrame(frame);
  if (said?.kind === 'bye') {
    throw new ParlorError('peer_aborted', 'The other side left before the table was open.', { code: said.code });
  }
  const parsed = schema.safeParse(frame);
  if (parsed.success) return parsed.data;
  const pointers = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}`);
  throw new ParlorError('frame_invalid', 'The other side did not keep to the order of a handshake.', { pointers });
}

function signed(parts: SessionParts, signature: string, publicKey: string): boolean {
  return verifyText(sessionText(parts), signature, publicKey);
}

/** A table needs two people. */
function refuseSelf(peerKey: string, ownKey: string): void {
  if (peerKey === ownKey) throw new ParlorError('own_invitation', 'This is your own table.');
}
