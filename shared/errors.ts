/**
 * All error codes. Every transport (HTTP, IPC, WebSocket, board frame, CLI) uses the same shape `{code, message, detail?}`.
 * `error-explanations.json` explains each code for `docs/errors.md`.
 */

import type { JsonObject } from './json/value.ts';

/** The HTTP status of each code; `null` if the error is never sent over HTTP. */
export const errorStatus = {
  // Invalid requests.
  malformed_request: 400,
  malformed_json: 400,
  duplicate_key: 400,
  invalid_field: 400,
  unexpected_body: 400,
  invalid_challenge: 400,
  insufficient_work: 400,
  invalid_spec: 400,
  // Authentication.
  missing_signature: 401,
  invalid_signature_header: 401,
  stale_timestamp: 401,
  invalid_signature: 401,
  wrong_audience: 401,
  replayed_request: 401,
  unregistered_key: 403,
  banned: 403,
  network_banned: 403,
  admission_code_needed: 403,
  invalid_admission_code: 403,
  not_admitted: 403,
  protocol_removed: 403,
  blocked_by_recipient: 403,
  not_participant: 403,
  not_owner: 403,
  // Resources.
  not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  session_terminal: 409,
  session_not_matched: 409,
  session_not_closed: 409,
  invitation_mismatch: 409,
  invitation_taken: 409,
  invitation_gone: 409,
  result_conflict: 409,
  manifest_closed: 409,
  manifest_incomplete: 409,
  too_many_blocks: 409,
  payload_too_large: 413,
  inbox_full: 413,
  unsupported_encoding: 415,
  unsupported_media_type: 415,
  misdirected_request: 421,
  rate_limited: 429,
  // The service itself.
  internal: 500,
  // Said by its proxy (docs/operators.md).
  service_unavailable: 502,
  service_busy: 503,
  database_unavailable: 503,
  storage_full: 507,

  // Bridge, relay and board frame.
  bad_arguments: null,
  unknown_call: null,
  forbidden: null,
  unauthorized: null,
  cancelled: null,
  too_large: null,
  too_many_calls: null,
  bridge_closed: null,

  // This computer.
  unknown_option: null,
  data_dir_unusable: null,
  data_dir_busy: null,
  file_refused: null,
  settings_unreadable: null,
  identity_missing: null,
  identity_exists: null,
  identity_locked: null,
  identity_unreadable: null,
  identity_exposed: null,
  wrong_passphrase: null,
  wrong_words: null,
  tables_running: null,
  in_use: null,
  service_failed: null,
  network_refused: null,
  network_moved: null,
  port_taken: null,
  runtime_unsupported: null,
  browser_missing: null,

  // The client's connection to a community.
  community_unreachable: null,
  certificate_invalid: null,
  community_timeout: null,
  community_redirected: null,
  plain_http: null,
  community_invalid_answer: null,
  community_refused: null,
  clock_skew: null,
  excessive_difficulty: null,

  // The inbox.
  letter_unreadable: null,
  letters_unreadable: null,

  // Joining and hosting.
  own_invitation: null,
  host_blocked: null,
  options_mismatch: null,
  protocol_missing: null,
  spec_mismatch: null,
  spec_unsupported: null,
  mode_unsupported: null,
  binding_missing: null,
  binding_invalid: null,
  transport_unsupported: null,
  ticket_invalid: null,
  hooks_missing: null,
  hooks_unfinished: null,
  hooks_changed: null,
  judge_missing: null,
  options_invalid: null,
  preflight_blocked: null,
  consent_outdated: null,
  peer_unreachable: null,
  peer_timeout: null,
  peer_disconnected: null,
  peer_key_mismatch: null,
  proof_invalid: null,
  handshake_lost: null,
  session_refused: null,
  seat_reserved: null,
  seat_expired: null,
  guest_unregistered: null,
  session_rejected: null,
  peer_offline: null,
  peer_rate_limited: null,
  peer_incompatible: null,

  // At the table.
  frame_invalid: null,
  frame_too_large: null,
  message_invalid: null,
  out_of_turn: null,
  commit_mismatch: null,
  commit_copied: null,
  judge_disagrees: null,
  hook_failed: null,
  hook_timeout: null,
  decision_timeout: null,
  decision_invalid: null,
  decision_finalized: null,
  decision_not_open: null,
  peer_unresponsive: null,
  peer_stalled: null,
  peer_present: null,
  draw_unavailable: null,
  peer_aborted: null,
  peer_flooded: null,
  history_differs: null,
  resigned: null,
  interrupted: null,

  // Boards (UI bundles).
  bundle_invalid: null,
  bundle_incompatible: null,
  bundle_missing: null,
  bundle_stopped: null,
} as const satisfies Record<string, number | null>;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** The error shape of all transports. `detail` must not contain secrets. */
export interface Problem {
  code: ErrorCode;
  message: string;
  detail?: JsonObject | undefined;
}

/** An error whose code, message and detail are sent over transports and shown to users. */
export class ParlorError extends Error {
  override readonly name = 'ParlorError';
  readonly code: ErrorCode;
  readonly detail: JsonObject | undefined;

  constructor(code: ErrorCode, message: string, detail?: JsonObject, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }

  toProblem(): Problem {
    return this.detail === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, detail: this.detail };
  }
}

type ErrorListener = (error: unknown, context: string) => void;
const errorListeners = new Set<ErrorListener>();

/**
 * Calls back with every error that no caller learns about, so that a log can keep it: those that `toProblem` hides, and those passed to
 * `reportError`. Returns a function that unsubscribes.
 */
export function onReportedError(listener: ErrorListener): () => void {
  errorListeners.add(listener);
  return () => void errorListeners.delete(listener);
}

/** Passes an error that nobody waits for to the log. `context`: what failed. */
export function reportError(error: unknown, context: string): void {
  for (const listener of errorListeners) listener(error, context);
}

/** Converts any thrown value. The text of an unknown error is dropped, since it may contain paths or secrets. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ParlorError) return error.toProblem();
  reportError(error, 'internal');
  return { code: 'internal', message: 'Something inside Parlor failed. The log on this computer has the details.' };
}
