/**
 * The grammar of the frames between two peers: one JSON object per line. Handshake frames have their own marker, `_sys` frames are
 * control messages between engines, all others are business frames, identified by `action`. Frames are untrusted: they are never
 * shown, interpolated or executed before they are validated.
 */
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { getOwn, type Json, type JsonObject } from '../json/value.ts';
import { hex64, hex128, sessionNonce, sharedChain, sharedHash } from '../signing/grammar.ts';
import type { SharedParts } from '../signing/texts.ts';
import type { Absence } from './absence.ts';
import { boardOfferSchema } from './board-transfer.ts';
import { controlModeSchema, type Winner, winnerSchema } from './hooks.ts';
import { type ConcessionCode, concessionCodes } from './outcome.ts';

/** A capability that both sides of a session must declare. Unknown or malformed values count as undeclared. */
const capability = z
  .object({ version: z.literal(1) })
  .optional()
  .catch(undefined);

/** Self-reported, so nothing depends on it; unknown values count as hybrid. */
const reportedControlMode = controlModeSchema.catch('hybrid');

/** First frame, by the guest. Further keys (such as offers to receive a board) are ignored. */
export const sessionInitSchema = z.looseObject({
  _session_init: z.literal(true),
  guest_public_key: hex64,
  session_nonce: sessionNonce,
  guest_control_mode: reportedControlMode,
  /** Parlor only: the guest can resume a table after its connection was lost. */
  resume: capability,
  /** The guest supports the frames `concede` and `conceded`. */
  concede: capability,
  /** The guest signs the record of a completed game. */
  sign_record: capability,
  /** The guest shows remarks beside the game. */
  remarks: capability,
  /** The guest answers offers of a draw. */
  draws: capability,
  /** The guest tells what its clock shows, and is told the host's. */
  clocks: capability,
  /** The guest keeps to `no_premoves` of a host. */
  no_premoves: capability,
  /** The guest is told why it isn't seated; see refusals.ts. */
  refusals: capability,
  /** The guest plays by hand, and is told when the game is over; see told-end.ts. */
  by_hand: capability,
  /** What the invitation says to the guest: the SHA-256 of the options as canonical JSON, and whether there are no points. */
  options: z
    .object({ version: z.literal(1), hash: hex64, unrated: z.literal(true).exactOptional() })
    .optional()
    .catch(undefined),
  ui_capabilities: z.looseObject({ p2p_ui_v1: z.boolean().optional() }).optional().catch(undefined),
});
export type SessionInit = z.infer<typeof sessionInitSchema>;

/** Second frame, by the host: its signature over the session text. Key and protocol default to the invitation's. */
export const sessionProofSchema = z.looseObject({
  _session_proof: z.literal(true),
  host_public_key: hex64.optional(),
  host_signature: hex128,
  protocol_id: hex64.optional(),
  host_control_mode: reportedControlMode,
  /** Only for a guest that declared it: the secret that authenticates both sides on another connection. */
  resume: z
    .object({ version: z.literal(1), token: hex64 })
    .optional()
    .catch(undefined),
  /** Only for a guest that declared it. */
  concede: capability,
  /** Only for a guest that declared it. */
  sign_record: capability,
  /** Only for a guest that declared it. */
  remarks: capability,
  /** Only for a guest that declared it. */
  draws: capability,
  /** Only for a guest that declared it. */
  clocks: capability,
  /** Only for a guest that declared it: neither side chooses moves ahead. */
  no_premoves: capability,
  /** Only for a guest that declared it: the host is told why the guest gives up. */
  refusals: capability,
  /** The host plays by hand, and is told when the game is over. */
  by_hand: capability,
  /** Only for a guest that accepts boards. */
  ui_offer: boardOfferSchema.optional(),
});
export type SessionProof = z.infer<typeof sessionProofSchema>;

/** Third frame, by the guest, after the community has registered the session. */
export const sessionReadySchema = z.looseObject({
  _session_ready: z.literal(true),
  session_id: hex64,
});
export type SessionReady = z.infer<typeof sessionReadySchema>;

const count = z.int().min(0);

/** Shown only, so any duration up to a day will do. */
const shownMs = count.max(24 * 3600_000);
const absenceSchema = z.object({ used_ms: shownMs, allowed_ms: shownMs });
const clockSchema = z.object({
  used_ms: shownMs,
  left_ms: shownMs,
  chosen: z.literal(true).optional().catch(undefined),
});

/** Number of business frames in each direction so far, from the sender's perspective, with a running hash of each. */
export const claimSchema = z.object({ sent: count, sent_head: hex64, received: count, received_head: hex64 });
export type Claim = z.infer<typeof claimSchema>;

const resumption = z.object({ session_id: hex64, claim: claimSchema, proof: hex64 });
/** First frame of a new connection to a running table, by the guest; `proof` proves possession of the session's token. */
export const sessionResumeSchema = resumption.extend({ _session_resume: z.literal(true) });
/** The host's answer; then the frames continue where they stopped. */
export const sessionResumedSchema = resumption.extend({ _session_resumed: z.literal(true) });
export type Resumption = z.infer<typeof resumption>;

/** Parlor only, at intervals: how many business frames have arrived, so that the sender can discard them. */
export const receiptFrame = (received: number): JsonObject => ({ _sys: 'received', count: received });

/** Parlor only, after a resumption and when it changes: how long the receiver has been away in all, and how long it may be. */
export const absenceFrame = ({ usedMs, allowedMs }: Pick<Absence, 'usedMs' | 'allowedMs'>): JsonObject => ({
  _sys: 'absence',
  used_ms: Math.round(usedMs),
  allowed_ms: Math.round(allowedMs),
});

/** Milliseconds that a side has used for its move so far, and that it has left. */
export interface ClockReading {
  usedMs: number;
  leftMs: number;
  /** The sender has chosen, so that its clock rests, but can't send its commitment yet. */
  chosen?: true | undefined;
}

/**
 * When a question opens, when its answer has to wait, after a resumption, and with each ping and pong: what the sender's clock shows. It belongs to the sender's next message. Sent
 * only to a peer that declared the capability.
 */
export const clockFrame = ({ usedMs, leftMs, chosen }: ClockReading): JsonObject => ({
  _sys: 'clock',
  used_ms: Math.round(usedMs),
  left_ms: Math.round(leftMs),
  ...(chosen && { chosen }),
});

/** Sent before leaving an unfinished table. Other engines ignore it like every unknown `_sys` frame. */
export const byeFrame = (code: ErrorCode): JsonObject => ({ _sys: 'bye', code });

/** The sender concedes the game. Sent only to a peer that declared the capability. */
export const concedeFrame = (code: ConcessionCode): JsonObject => ({ _sys: 'concede', code });

/** Answers a ping. */
export const pingFrame = (probeId: string, at: number): JsonObject => ({
  _sys: 'ping',
  probe_id: probeId,
  ts: at / 1000,
});

export const pongFrame = (probeId: string): JsonObject => ({ _sys: 'pong', probe_id: probeId });

/** Stands for any frame that only shows that the peer is alive. */
export const signOfLife: JsonObject = { _sys: 'alive' };

/** Confirms a concession that arrived before the game's end. */
export const concededFrame: JsonObject = { _sys: 'conceded' };

/** The sender's hooks have ended the game. Sent only to a peer that plays by hand. */
export const overFrame = (winner: Winner | null): JsonObject => ({ _sys: 'over', winner });

export const drawSayings = ['offer', 'accept', 'decline', 'agreed'] as const;
export type DrawSaying = (typeof drawSayings)[number];

/**
 * About a draw by agreement, in the frame of remarks; see draw.ts. `messages`: the number of messages of the game so far, over both sides.
 * Sent only to a peer that declared the capability.
 */
export const drawFrame = (draw: DrawSaying, messages: number): JsonObject => ({ _sys: 'remark', draw, messages });

/**
 * After the end of a completed game: the hash of the sender's record, and what should be the same in both. Sent only to a peer that
 * declared the capability; an earlier version ignores the second part, and doesn't send it.
 */
export const recordHashFrame = (hash: string, shared: SharedParts): JsonObject => ({
  _sys: 'record_hash',
  hash,
  shared: { ...shared },
});
/** The answer to the peer's `record_hash`: the sender's signature of both records. */
export const recordSignatureFrame = (signature: string): JsonObject => ({ _sys: 'record_signature', signature });
/** Precedes `concede`: the sender's signature of its concession. */
export const concessionSignatureFrame = (signature: string): JsonObject => ({
  _sys: 'concession_signature',
  signature,
});

const signingFrameSchema = z.discriminatedUnion('_sys', [
  z.looseObject({
    _sys: z.literal('record_hash'),
    hash: hex64,
    shared: z.object({ sequence: sharedChain, reason_hash: sharedHash }).optional().catch(undefined),
  }),
  z.looseObject({ _sys: z.literal('record_signature'), signature: hex128 }),
  z.looseObject({ _sys: z.literal('concession_signature'), signature: hex128 }),
]);
export type SigningFrame = z.infer<typeof signingFrameSchema>;

/** Parses a frame about signatures; null for all other frames. To the engine, it is an unknown `_sys` frame. */
export const readSigningFrame = (frame: JsonObject): SigningFrame | null =>
  signingFrameSchema.safeParse(frame).data ?? null;

export type SystemFrame =
  | { kind: 'ping'; probeId: string }
  | { kind: 'bye'; code: ErrorCode | null }
  | { kind: 'received'; count: number }
  | { kind: 'absence'; usedMs: number; allowedMs: number }
  | ({ kind: 'clock' } & ClockReading)
  | { kind: 'concede'; code: ConcessionCode }
  | { kind: 'conceded' }
  | { kind: 'over'; winner: Winner | null }
  | { kind: 'draw'; saying: DrawSaying; messages: number }
  /** Pongs, pings without a valid probe id, unknown kinds: they only show that the peer is alive. */
  | { kind: 'other' };

/** Parses a `_sys` frame; null for all other frames. Such frames bypass message validation. */
export function readSystemFrame(frame: JsonObject): SystemFrame | null {
  if (!Object.hasOwn(frame, '_sys')) return null;
  const { _sys: kind, probe_id: probeId, code } = frame;
  if (kind === 'ping' && typeof probeId === 'string' && probeId.length >= 1 && probeId.length <= 64) {
    return { kind: 'ping', probeId };
  }
  if (kind === 'received') {
    const parsed = count.safeParse(frame.count);
    return parsed.success ? { kind: 'received', count: parsed.data } : { kind: 'other' };
  }
  if (kind === 'absence') {
    const parsed = absenceSchema.safeParse(frame);
    if (!parsed.success) return { kind: 'other' };
    return { kind: 'absence', usedMs: parsed.data.used_ms, allowedMs: parsed.data.allowed_ms };
  }
  if (kind === 'clock') {
    const parsed = clockSchema.safeParse(frame);
    if (!parsed.success) return { kind: 'other' };
    const { used_ms, left_ms, chosen } = parsed.data;
    return { kind: 'clock', usedMs: used_ms, leftMs: left_ms, ...(chosen && { chosen }) };
  }
  if (kind === 'bye') return { kind: 'bye', code: errorCodes.find((errorCode) => errorCode === code) ?? null };
  const concessionCode = kind === 'concede' ? concessionCodes.find((each) => each === code) : undefined;
  if (concessionCode) return { kind: 'concede', code: concessionCode };
  if (kind === 'conceded') return { kind: 'conceded' };
  if (kind === 'over') return { kind: 'over', winner: winnerSchema.safeParse(frame.winner).data ?? null };
  if (kind === 'remark') return readDrawFrame(frame);
  return { kind: 'other' };
}

/** Of reports that may come by the thousand, only what is read of them: each is kept as an event. */
export function withoutPadding(frame: JsonObject): JsonObject {
  const system = readSystemFrame(frame);
  if (system?.kind === 'absence') return absenceFrame(system);
  return system?.kind === 'clock' ? clockFrame(system) : frame;
}

/** Of the remarks, only those about a draw concern the engine. */
function readDrawFrame({ draw, messages }: JsonObject): SystemFrame {
  const saying = drawSayings.find((each) => each === draw);
  const position = count.safeParse(messages);
  if (!saying || !position.success) return { kind: 'other' };
  return { kind: 'draw', saying, messages: position.data };
}

/** Whether a frame only shows that the peer is alive, and is forgotten once it has been answered. */
export function isSignOfLife(
  system: SystemFrame | null,
): system is Extract<SystemFrame, { kind: 'ping' | 'received' | 'other' }> {
  return system !== null && !['bye', 'absence', 'draw', 'clock'].includes(system.kind) && !isResent(system);
}

/** Whether a frame counts like a ping, although it may have an effect: it is neither recorded nor resent, and may come often. */
export const isLikePing = (system: SystemFrame | null): boolean =>
  isSignOfLife(system) || (system !== null && ['absence', 'draw', 'clock'].includes(system.kind));

/** Whether a frame is resent on the next connection if it was lost: business frames, and what decides how the game ends. */
export function isResent(system: SystemFrame | null): boolean {
  if (system?.kind === 'draw') return system.saying === 'accept' || system.saying === 'agreed';
  return system === null || ['concede', 'conceded', 'over'].includes(system.kind);
}

/** The action of a business frame; null for other frames. */
export function actionOf(frame: JsonObject): string | null {
  const action = getOwn(frame, 'action');
  return typeof action === 'string' ? action : null;
}

/** A short lower-case identifier from a peer's frame; null for anything else. */
export function safeCode(value: Json | undefined): string | null {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) ? value : null;
}
