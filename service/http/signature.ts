/**
 * Authenticates a request by its signature. The checks are ordered so that cheap ones come first, nothing is computed for an address that
 * has used up its rate, and little is disclosed: header syntax, audience, timestamp, rate of strangers and failures, signature over the raw
 * bytes, rate of the key, request id, registered key.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '../../shared/community/limits.ts';
import { isSoundPublicKey, verifySignature } from '../../shared/signing/ed25519.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { requestError } from '../refusals.ts';
import type { AgentLookup, Caller } from '../storage/agent-lookup.ts';
import type { ReplayLog } from '../storage/replay-log.ts';
import type { Audience } from './audience.ts';
import { bannedError } from './banned.ts';

export interface Credentials {
  publicKey: string;
  signature: string;
  timestamp: string;
  requestId: string;
}

export interface SignedRequest {
  method: string;
  /** Exactly as on the request line. */
  target: string;
  credentials: Credentials;
  body: Uint8Array;
}

export interface AuthenticationServices {
  agents: AgentLookup;
  replay: ReplayLog;
  isBanned: (publicKey: string) => boolean;
  rates: RequestRates;
}

/** The rates that a request is subject to. All but `chargeFailure` reject or throw with ParlorError `rate_limited`. */
export interface RequestRates {
  limitStranger(): void;
  limitKeyCheck(): void;
  chargeFailure(): void;
  limitSigned(publicKey: string): Promise<void> | void;
}

const headerPatterns = {
  'x-public-key': /^[0-9a-f]{64}$/,
  'x-signature': /^[0-9a-f]{128}$/,
  'x-timestamp': /^(?:0|[1-9][0-9]{0,11})$/,
  'x-request-id': /^[0-9a-f]{16,64}$/,
};

/** Reads and checks the signature headers before the body arrives. Throws ParlorError 401. `now`: Unix milliseconds. */
export function credentialsOf(
  headers: IncomingHttpHeaders,
  audience: Audience,
  replay: ReplayLog,
  now: number,
): Credentials {
  const credentials = {
    publicKey: readHeader(headers, 'x-public-key'),
    signature: readHeader(headers, 'x-signature'),
    timestamp: readHeader(headers, 'x-timestamp'),
    requestId: readHeader(headers, 'x-request-id'),
  };
  audience.check(credentials.requestId);
  checkTime(credentials, replay, now);
  return credentials;
}

/** The agent that signed the request. Rejects with ParlorError 401, 403 or 429. `now`: Unix milliseconds, once the body is complete. */
export async function authenticate(
  { method, target, credentials, body }: SignedRequest,
  { agents, replay, isBanned, rates }: AuthenticationServices,
  now: number,
): Promise<Caller> {
  const { publicKey, signature, timestamp, requestId } = credentials;
  // Checked again: the body may have taken long to arrive.
  checkTime(credentials, replay, now);
  const caller = await agents.find(publicKey);
  if (!caller) rates.limitStranger();
  const text = requestText({ timestamp, method, target, request_id: requestId, body });
  const key = Buffer.from(publicKey, 'hex');
  let isValid = verifySignature(text, Buffer.from(signature, 'hex'), key, { soundKey: true });
  if (isValid && !caller) {
    rates.limitKeyCheck();
    isValid = isSoundPublicKey(key);
  }
  if (!isValid) {
    if (caller) rates.chargeFailure();
    throw requestError('invalid_signature', 'X-Signature does not verify for this request and X-Public-Key.');
  }
  if (caller) await rates.limitSigned(publicKey);
  if (!(await replay.use(publicKey, requestId, caller !== null))) {
    throw requestError('replayed_request', 'X-Request-Id was used before.');
  }
  if (isBanned(publicKey)) throw bannedError();
  if (!caller) throw requestError('unregistered_key', 'public_key is not registered');
  return caller;
}

function readHeader(headers: IncomingHttpHeaders, name: keyof typeof headerPatterns): string {
  const value = headers[name];
  if (value === undefined) throw requestError('missing_signature', `The request is not signed: ${name} is missing.`);
  // Node joins a repeated header with a comma, which no pattern allows.
  if (typeof value !== 'string' || !headerPatterns[name].test(value)) {
    throw requestError('invalid_signature_header', `${name} is malformed.`);
  }
  return value;
}

function checkTime({ timestamp }: Credentials, replay: ReplayLog, now: number): void {
  const signedAt = Number(timestamp) * 1000;
  // Timestamps are whole seconds, so the clock is truncated too.
  const isStale = Math.abs(now - (now % 1000) - signedAt) > limits.timestamp_window_seconds * 1000;
  if (!isStale && !replay.isLost(signedAt, now)) return;
  const message = isStale
    ? `X-Timestamp is more than ${limits.timestamp_window_seconds} seconds away from the time of the service.`
    : 'X-Timestamp is from before the service started. Sign the request again.';
  throw requestError('stale_timestamp', message, { server_time: new Date(now).toISOString() });
}
