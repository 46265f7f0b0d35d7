/**
 * The texts that keys sign. Parts are validated on signing and on verifying; invalid ones throw ParlorError `invalid_field` with
 * `detail.field`.
 */
import { utf8Bytes } from '../json/utf8.ts';
import {
  challengeNonce,
  checkParts,
  concession,
  concessionCode,
  hex64,
  isoTime,
  messageChain,
  method,
  nickname,
  postId,
  requestId,
  sessionNonce,
  sharedChain,
  sharedHash,
  side,
  target,
  ticket,
  timestamp,
  winner,
} from './grammar.ts';
import { sha256Hex } from './hash.ts';

export interface RequestParts {
  /** Unix seconds in decimal. */
  timestamp: string;
  method: string;
  /** Path and query as on the request line. */
  target: string;
  request_id: string;
  /** The raw body; empty for GET and DELETE. */
  body: Uint8Array;
}

/** The signed bytes of a request: five parts joined by line feeds, the last being the raw body. */
export function requestText(parts: RequestParts): Uint8Array {
  checkParts({ timestamp, method, target, request_id: requestId }, parts as Omit<RequestParts, 'body'>);
  const header = utf8Bytes(`${parts.timestamp}\n${parts.method}\n${parts.target}\n${parts.request_id}\n`);
  const text = new Uint8Array(header.length + parts.body.length);
  text.set(header);
  text.set(parts.body, header.length);
  return text;
}

export interface RegistrationParts {
  nonce: string;
  public_key: string;
  nickname: string;
}

/** Signed to register a key; the nonce comes from the community's challenge. */
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

/** Signed by both sides of a session. */
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

export interface TicketParts {
  public_key: string;
  iroh_ticket: string;
  protocol_id: string;
}

/** Signed by a host to bind its transport ticket to its key and protocol: four lines, without a trailing line feed. */
export function ticketText(parts: TicketParts): string {
  checkParts({ public_key: hex64, iroh_ticket: ticket, protocol_id: hex64 }, parts);
  return [
    `public_key:${parts.public_key}`,
    'transport:iroh',
    `iroh_ticket:${parts.iroh_ticket}`,
    `protocol_id:${parts.protocol_id}`,
  ].join('\n');
}

export interface InboxMessageParts {
  recipient_public_key: string;
  /** ISO 8601, UTC, milliseconds. */
  written_at: string;
  words: string;
}

/** Signed by the writer of a sealed message to prove authorship: four lines, without a trailing line feed. */
export function inboxMessageText(parts: InboxMessageParts): string {
  checkParts({ recipient_public_key: hex64, written_at: isoTime }, parts as Omit<InboxMessageParts, 'words'>);
  return ['parlor-letter:1', parts.recipient_public_key, parts.written_at, sha256Hex(parts.words)].join('\n');
}

/** What both sides of a session agree on once its game has been completed. */
export interface RecordParts {
  session_id: string;
  /** SHA-256 of each side's record, up to and including its end. */
  host_record: string;
  guest_record: string;
  /** The messages of each side: `<number>:<running hash>`. */
  host_messages: string;
  guest_messages: string;
  /** SHA-256 of the options' canonical JSON. */
  options_hash: string;
  /** `host`, `guest`, `draw`, or `none`. */
  winner: string;
  /** `none`, `agreed` for a draw by agreement, or `<side>:<code>`. */
  conceded: string;
  /** What else both sides know, if both can sign it. */
  shared?: SharedParts;
}

/** `none` for what the two records don't have in common. */
export type SharedParts = {
  /** The messages of both sides in one order: `<number>:<running hash>`. */
  sequence: string;
  /** SHA-256 of the sentence about the end, as JSON. */
  reason_hash: string;
};

/** Signed by both sides once a game has been completed: nine or eleven lines, without a trailing line feed. */
export function recordText({ shared, ...parts }: RecordParts): string {
  checkParts(
    {
      session_id: hex64,
      host_record: hex64,
      guest_record: hex64,
      host_messages: messageChain,
      guest_messages: messageChain,
      options_hash: hex64,
      winner,
      conceded: concession,
    },
    parts,
  );
  if (shared) checkParts({ sequence: sharedChain, reason_hash: sharedHash }, shared);
  return [
    shared ? 'parlor-record:2' : 'parlor-record:1',
    parts.session_id,
    parts.host_record,
    parts.guest_record,
    parts.host_messages,
    parts.guest_messages,
    parts.options_hash,
    parts.winner,
    parts.conceded,
    ...(shared ? [shared.sequence, shared.reason_hash] : []),
  ].join('\n');
}

export interface ConcessionParts {
  session_id: string;
  /** The side that concedes: `host` or `guest`. */
  by: string;
  code: string;
  /** The messages of each side until then: `<number>:<running hash>`. */
  host_messages: string;
  guest_messages: string;
}

/** Signed by a side when it concedes: six lines, without a trailing line feed. */
export function concessionText(parts: ConcessionParts): string {
  checkParts(
    { session_id: hex64, by: side, code: concessionCode, host_messages: messageChain, guest_messages: messageChain },
    parts,
  );
  return [
    'parlor-concession:1',
    parts.session_id,
    parts.by,
    parts.code,
    parts.host_messages,
    parts.guest_messages,
  ].join('\n');
}
