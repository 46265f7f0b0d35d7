/**
 * The texts that keys sign. Each is built only from parts that fit their grammar, when signing and when verifying alike;
 * otherwise ParlorError `invalid_field` with `detail.field` is thrown.
 */
import { utf8Bytes } from '../json/utf8.ts';
import {
  challengeNonce,
  checkParts,
  hex64,
  isoTime,
  method,
  nickname,
  postId,
  requestId,
  sessionNonce,
  target,
  ticket,
  timestamp,
} from './grammar.ts';
import { sha256Hex } from './hash.ts';

export interface RequestParts {
  /** Unix seconds in decimal. */
  timestamp: string;
  method: string;
  /** Path and query exactly as on the request line. */
  target: string;
  request_id: string;
  /** The raw body; empty for GET and DELETE. */
  body: Uint8Array;
}

/** The bytes a request's signature covers: five parts joined by line feeds, the last of them the raw body. */
export function requestText(parts: RequestParts): Uint8Array {
  checkParts({ timestamp, method, target, request_id: requestId }, parts as Omit<RequestParts, 'body'>);
  const head = utf8Bytes(`${parts.timestamp}\n${parts.method}\n${parts.target}\n${parts.request_id}\n`);
  const text = new Uint8Array(head.length + parts.body.length);
  text.set(head);
  text.set(parts.body, head.length);
  return text;
}

export interface RegistrationParts {
  nonce: string;
  public_key: string;
  nickname: string;
}

/** What a key signs once to be registered. */
export function registrationText(parts: RegistrationParts): string {
  checkParts({ nonce: challengeNonce, public_key: hex64, nickname }, parts);
  return `${parts.nonce}:${parts.public_key}:${parts.nickname}`;
}

export interface SessionParts {
  post_id: string;
  host_public_key: string;
  guest_public_key: string;
  protocol_id: string;
  session_nonce: string;
}

/** What both sides of a session sign. */
export function sessionText(parts: SessionParts): string {
  checkParts(
    {
      post_id: postId,
      host_public_key: hex64,
      guest_public_key: hex64,
      protocol_id: hex64,
      session_nonce: sessionNonce,
    },
    parts,
  );
  return [parts.post_id, parts.host_public_key, parts.guest_public_key, parts.protocol_id, parts.session_nonce].join(
    ':',
  );
}

/** The id of a session: SHA-256 of its text, in hex. */
export function sessionIdOf(parts: SessionParts): string {
  return sha256Hex(sessionText(parts));
}

export interface BindingParts {
  public_key: string;
  iroh_ticket: string;
  protocol_id: string;
}

/** What a host signs to bind its transport ticket to its key and protocol: four lines, no line feed at the end. */
export function bindingText(parts: BindingParts): string {
  checkParts({ public_key: hex64, iroh_ticket: ticket, protocol_id: hex64 }, parts);
  return [
    `public_key:${parts.public_key}`,
    'transport:iroh',
    `iroh_ticket:${parts.iroh_ticket}`,
    `protocol_id:${parts.protocol_id}`,
  ].join('\n');
}

export interface LetterParts {
  recipient_public_key: string;
  /** ISO 8601, UTC, milliseconds. */
  written_at: string;
  words: string;
}

/** What the writer of a sealed letter signs, so that its reader knows who wrote it: four lines, no line feed at the end. */
export function letterText(parts: LetterParts): string {
  checkParts({ recipient_public_key: hex64, written_at: isoTime }, parts as Omit<LetterParts, 'words'>);
  return ['parlor-letter:1', parts.recipient_public_key, parts.written_at, sha256Hex(parts.words)].join('\n');
}
