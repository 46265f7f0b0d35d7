/**
 * The grammar of what two tables send each other: one JSON object a line. Handshake frames carry a mark of their own,
 * `_sys` frames are the engines' small talk, everything else is a business frame named by `action`. A frame is data from
 * a stranger: nothing here is ever shown, joined into a text or run before its grammar was checked.
 */
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { hex64, hex128, sessionNonce } from '../signing/grammar.ts';
import { boardOfferSchema } from './board-transfer.ts';
import { controlModeSchema } from './hooks.ts';

/** Self-reported and never a condition: anything unknown counts as hybrid. */
const reportedControlMode = controlModeSchema.catch('hybrid');

/** Guest, first frame. Further keys (offers to receive a board, ...) are tolerated. */
export const sessionInitSchema = z.looseObject({
  _session_init: z.literal(true),
  guest_public_key: hex64,
  session_nonce: sessionNonce,
  guest_control_mode: reportedControlMode,
  /** Between two Parlors: the guest can come back to a table whose connection was lost. */
  resume: z
    .object({ version: z.literal(1) })
    .optional()
    .catch(undefined),
  ui_capabilities: z.looseObject({ p2p_ui_v1: z.boolean().optional() }).optional().catch(undefined),
});
export type SessionInit = z.infer<typeof sessionInitSchema>;

/** Host, second frame: its signature over the session text. Key and protocol may be left out; then the invitation's count. */
export const sessionProofSchema = z.looseObject({
  _session_proof: z.literal(true),
  host_public_key: hex64.optional(),
  host_signature: hex128,
  protocol_id: hex64.optional(),
  host_control_mode: reportedControlMode,
  /** Only to a guest that offered it: the secret by which both know each other again on another connection. */
  resume: z
    .object({ version: z.literal(1), token: hex64 })
    .optional()
    .catch(undefined),
  /** Only to a guest that takes boards. */
  ui_offer: boardOfferSchema.optional(),
});
export type SessionProof = z.infer<typeof sessionProofSchema>;

/** Guest, third frame, once the community holds the session. */
export const sessionReadySchema = z.looseObject({
  _session_ready: z.literal(true),
  session_id: hex64,
});
export type SessionReady = z.infer<typeof sessionReadySchema>;

const count = z.int().min(0);

/** Business frames each way on this session so far, from the speaker's side, with a running hash of each direction. */
export const claimSchema = z.object({ sent: count, sent_head: hex64, received: count, received_head: hex64 });
export type Claim = z.infer<typeof claimSchema>;

const resumption = z.object({ session_id: hex64, claim: claimSchema, proof: hex64 });
/** Guest, first frame of another connection for a table that is under way; `proof` shows that it holds the session's token. */
export const sessionResumeSchema = resumption.extend({ _session_resume: z.literal(true) });
/** Host, its answer; from then on the frames go on where they stopped. */
export const sessionResumedSchema = resumption.extend({ _session_resumed: z.literal(true) });
export type Resumption = z.infer<typeof resumption>;

/** Between two Parlors, now and then: how many business frames have arrived, so that the other side can let go of them. */
export const receipt = (received: number): JsonObject => ({ _sys: 'received', count: received });

/** What a side says before it leaves an unfinished table. Engines that do not know it drop it like every `_sys` frame. */
export const farewell = (code: ErrorCode): JsonObject => ({ _sys: 'bye', code });

export type SystemFrame =
  | { kind: 'ping'; probeId: string }
  | { kind: 'bye'; code: ErrorCode | null }
  | { kind: 'received'; count: number }
  /** Pongs, pings without a usable probe id, kinds of the future: signs of life and nothing else. */
  | { kind: 'other' };

/** Reads a `_sys` frame; null for every other frame. Such frames never reach message validation. */
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
  if (kind === 'bye') return { kind: 'bye', code: errorCodes.find((known) => known === code) ?? null };
  return { kind: 'other' };
}

/** The name of a business frame; null where the frame is none. */
export function actionOf(frame: JsonObject): string | null {
  const action = Object.hasOwn(frame, 'action') ? frame.action : undefined;
  return typeof action === 'string' ? action : null;
}

/** A short lower-case word from a peer's frame, safe to keep as data; null for anything else. */
export function safeWord(value: Json | undefined): string | null {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) ? value : null;
}
