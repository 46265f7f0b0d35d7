/**
 * Why no game starts with a guest: what either side of a handshake says to the other in a `bye` frame, if the other has declared
 * `refusals`, and what the host's window shows (decision 056). All are codes of these lists: words of a peer are never shown.
 */
import { type ErrorCode, errorStatus, ParlorError } from '../errors.ts';
import { getOwn, type JsonObject } from '../json/value.ts';

/** What a host says. The first one gives no reason. */
const hostRefusals = [
  'session_refused',
  'invitation_taken',
  'invitation_gone',
  'seat_reserved',
  'seat_expired',
  'options_mismatch',
  'guest_unregistered',
  'session_rejected',
  'peer_offline',
  'peer_rate_limited',
  'peer_incompatible',
] as const satisfies readonly ErrorCode[];
export type HostRefusal = (typeof hostRefusals)[number];

/** What a guest says that gives up. */
const guestRefusals = [
  'session_refused',
  'cancelled',
  'invitation_taken',
  'invitation_mismatch',
  'options_mismatch',
  'peer_key_mismatch',
  'bundle_invalid',
  'guest_unregistered',
  'session_rejected',
  'peer_offline',
  'peer_rate_limited',
  'peer_incompatible',
] as const satisfies readonly ErrorCode[];
type GuestRefusal = (typeof guestRefusals)[number];

/** What a host is shown about the last guest that it couldn't seat. */
export const unseatedReasons = [
  ...guestRefusals,
  'seat_reserved',
  'proof_invalid',
  'peer_timeout',
  'peer_disconnected',
  'community_unreachable',
  'rate_limited',
] as const satisfies readonly ErrorCode[];
export type UnseatedReason = (typeof unseatedReasons)[number];

/** Whether the sender of a first frame understands refusals, even if the rest of the frame is of another version. */
export function hearsRefusals(frame: JsonObject): boolean {
  const refusals = getOwn(frame, 'refusals');
  return typeof refusals === 'object' && refusals !== null && getOwn(refusals as JsonObject, 'version') === 1;
}

const unanswered: readonly ErrorCode[] = [
  'community_unreachable',
  'certificate_invalid',
  'community_timeout',
  'community_redirected',
  'community_invalid_answer',
  'community_refused',
  'plain_http',
  'clock_skew',
  'internal',
  'service_busy',
  'database_unavailable',
  'storage_full',
];

/** How either side calls its own problem with the community or with a frame; null for anything else. */
function sharedRefusalOf(code: ErrorCode): (HostRefusal & GuestRefusal) | null {
  if (unanswered.includes(code)) return 'peer_offline';
  if (code === 'rate_limited') return 'peer_rate_limited';
  if (code === 'frame_invalid' || code === 'frame_too_large') return 'peer_incompatible';
  return errorStatus[code] === null ? null : 'session_rejected';
}

const codeOf = (error: unknown): ErrorCode => (error instanceof ParlorError ? error.code : 'session_refused');

/** What a host says to a guest for which its side of the handshake failed with this error. */
export function hostRefusalOf(error: unknown): HostRefusal {
  const code = codeOf(error);
  if (code === 'peer_timeout') return 'seat_expired';
  if (code === 'proof_invalid') return 'session_rejected';
  return hostRefusals.find((each) => each === code) ?? sharedRefusalOf(code) ?? 'session_refused';
}

/** What a guest says to a host when its side of the handshake failed with this error. */
export function guestRefusalOf(error: unknown): GuestRefusal {
  const code = codeOf(error);
  if (code === 'unregistered_key') return 'guest_unregistered';
  if (code === 'proof_invalid') return 'peer_key_mismatch';
  if (code.startsWith('bundle_')) return 'bundle_invalid';
  return guestRefusals.find((each) => each === code) ?? sharedRefusalOf(code) ?? 'session_refused';
}

/** Whether a host that has sent nothing else says with this code that it doesn't seat the guest. */
export const isHostRefusal = (code: ErrorCode | null): boolean => hostRefusals.some((each) => each === code);

/** A host's refusal as the guest's problem. Any other code counts as a refusal without a reason. */
export function refusedByHost(code: ErrorCode | null): ParlorError {
  const refusal = hostRefusals.find((each) => each === code) ?? 'session_refused';
  return new ParlorError(refusal, messages[refusal]);
}

/** A guest's refusal as an error on the host's side. */
export const leftByGuest = (code: ErrorCode | null): ParlorError =>
  new ParlorError('peer_aborted', 'The other side left before the game started.', { code });

const messages: Record<HostRefusal, string> = {
  session_refused: 'The host does not seat this guest, and gave no reason.',
  invitation_taken: 'The host has seated another guest.',
  invitation_gone: 'The host has closed the table.',
  seat_reserved: 'The host says that this table is for another guest.',
  seat_expired: 'The host says that the guest took too long to sit down.',
  options_mismatch: 'The guest was shown other options than the host has chosen.',
  guest_unregistered: 'The host says that the guest is not registered with the community.',
  session_rejected: 'The host says that the community did not confirm this session.',
  peer_offline: 'The host says that it gets no answer from the community.',
  peer_rate_limited: 'The host says that the community accepts no more of its requests for now.',
  peer_incompatible: 'The host says that it does not understand the guest: the two versions do not fit.',
};

/** What to show a host whose side of the handshake failed with this error; null if it concerns nobody but the guest. */
export function unseatedReasonOf(error: unknown): UnseatedReason | null {
  const code = codeOf(error);
  if (code === 'peer_aborted')
    return guestRefusals.find((each) => each === (error as ParlorError).detail?.code) ?? 'session_refused';
  // A guest who is blocked, or whose own doing it was.
  if (code === 'session_refused' || code === 'own_invitation' || code === 'replayed_request') return null;
  const reason = unseatedReasons.find((each) => each === code) ?? sharedRefusalOf(code);
  if (reason === 'peer_offline') return 'community_unreachable';
  return reason;
}
