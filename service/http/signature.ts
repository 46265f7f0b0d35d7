/**
 * Authenticates a request by its signature. The checks are ordered so that cheap ones come first and little is disclosed:
 * header grammar, timestamp, signature over the raw bytes, rate limit, request id, registered key.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '../../shared/community/limits.ts';
import { verifySignature } from '../../shared/signing/ed25519.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { refuse } from '../refuse.ts';
import type { AgentLookup, Caller } from '../storage/agent-lookup.ts';
import type { ReplayLog } from '../storage/replay.ts';

export interface Credentials {
  publicKey: string;
  signature: string;
  timestamp: string;
  requestId: string;
}

export interface SignedParts {
  method: string;
  /** Exactly as on the request line. */
  target: string;
  credentials: Credentials;
  body: Uint8Array;
}

export interface AuthenticationServices {
  agents: AgentLookup;
  replay: ReplayLog;
  /** Called once the signature is verified; rejects if the key or its address exceeds its rate. */
  throttle: (publicKey: string, registered: boolean) => Promise<void> | void;
}

const grammar = {
  'x-public-key': /^[0-9a-f]{64}$/,
  'x-signature': /^[0-9a-f]{128}$/,
  'x-timestamp': /^(?:0|[1-9][0-9]{0,11})$/,
  'x-request-id': /^[0-9a-f]{16,64}$/,
};

/** Checks the headers before the body arrives. Throws ParlorError 401. `now`: Unix milliseconds. */
export function credentialsOf(headers: IncomingHttpHeaders, replay: ReplayLog, now: number): Credentials {
  const credentials = {
    publicKey: header(headers, 'x-public-key'),
    signature: header(headers, 'x-signature'),
    timestamp: header(headers, 'x-timestamp'),
    requestId: header(headers, 'x-request-id'),
  };
  checkTime(credentials, replay, now);
  return credentials;
}

/** The agent that signed the request. Rejects with ParlorError 401, 403 or 429. `now`: after the body arrived. */
export async function authenticate(
  { method, target, credentials, body }: SignedParts,
  { agents, replay, throttle }: AuthenticationServices,
  now: number,
): Promise<Caller> {
  const { publicKey, signature, timestamp, requestId } = credentials;
  // Again, as the body may have arrived late.
  checkTime(credentials, replay, now);
  const text = requestText({ timestamp, method, target, request_id: requestId, body });
  if (!verifySignature(text, Buffer.from(signature, 'hex'), Buffer.from(publicKey, 'hex'))) {
    throw refuse('invalid_signature', 'X-Signature does not verify for this request and X-Public-Key.');
  }
  const caller = await agents.find(publicKey);
  await throttle(publicKey, caller !== null);
  if (!(await replay.use(publicKey, requestId, caller !== null, now))) {
    throw refuse('replayed_request', 'X-Request-Id was used before.');
  }
  if (!caller) throw refuse('unregistered_key', 'public_key is not registered');
  return caller;
}

function header(headers: IncomingHttpHeaders, name: keyof typeof grammar): string {
  const value = headers[name];
  if (value === undefined) throw refuse('missing_signature', `The request is not signed: ${name} is missing.`);
  // Node joins a repeated header with a comma, which no grammar here allows.
  if (typeof value !== 'string' || !grammar[name].test(value)) {
    throw refuse('invalid_signature_header', `${name} is malformed.`);
  }
  return value;
}

function checkTime({ timestamp }: Credentials, replay: ReplayLog, now: number): void {
  const stamp = Number(timestamp) * 1000;
  // Timestamps are whole seconds, so the clock is truncated too.
  const stale = Math.abs(now - (now % 1000) - stamp) > limits.timestamp_window_seconds * 1000;
  if (!stale && !replay.isLost(stamp, now)) return;
  const message = stale
    ? `X-Timestamp is more than ${limits.timestamp_window_seconds} seconds away from the time of the service.`
    : 'X-Timestamp is from before the service started. Sign the request again.';
  throw refuse('stale_timestamp', message, { server_time: new Date(now).toISOString() });
}
