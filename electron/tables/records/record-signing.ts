/**
 * Signs the record of a completed game with the other side, if it can: each sends the hash of its record, then its signature of both
 * hashes, of the messages and of the result (shared/tables/record-proof.ts). Without the peer's signature the record stays as it is.
 */
import { reportError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { type RecordParts, recordText, type SharedParts } from '../../../shared/signing/texts.ts';
import {
  concessionSignatureFrame,
  readSigningFrame,
  readSystemFrame,
  recordHashFrame,
  recordSignatureFrame,
} from '../../../shared/tables/frames.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import type { Outcome } from '../../../shared/tables/outcome.ts';
import type { RecordEntry } from '../../../shared/tables/record.ts';
import {
  agreedParts,
  MessageChains,
  optionsHash,
  outcomeParts,
  sharedParts,
  signedEntry,
  verifyConcession,
} from '../../../shared/tables/record-proof.ts';
import type { Signer } from '../../identity/signer.ts';
import { type Environment, waitAtMost } from '../environment.ts';
import type { EstablishedSession } from '../joining/handshake.ts';
import type { ChannelEvent } from '../reconnect/reconnecting-channel.ts';
import type { TableJournal } from './journal.ts';

export type RecordSigner = Pick<Signer, 'signRecord' | 'signConcession'>;

export interface RecordSigning {
  /** Every entry of the record, in order. */
  add(entry: RecordEntry): void;
  /** The frame to send, after the signature of a concession. */
  withSignature(frame: JsonObject): JsonObject[];
  /** Returns whether the event was about signatures; after the end of the game, no other frame matters. */
  receive(event: ChannelEvent, isOver: boolean): boolean;
  /** After a completed game, whose end is on disk: the last entry of the record, or null without a signature of the peer. Never rejects. */
  sign(outcome: Outcome): Promise<RecordEntry | null>;
}

/** How long to wait for the peer's signature. */
const signingTimeoutMs = 5000;

/** Null for a game whose record isn't signed. */
export function createRecordSigning(
  game: {
    role: Role;
    session?: EstablishedSession;
    options: JsonObject;
    recordSigner?: RecordSigner | null;
    journal: Pick<TableJournal, 'hash'>;
  },
  {
    environment,
    messages = new MessageChains(),
    ...connection
  }: {
    environment: Environment;
    /** Of an earlier process. */
    messages?: MessageChains | undefined;
    /** Rejects once the connection is lost; the next one repeats the frame. */
    send(frame: JsonObject): Promise<void>;
  },
): RecordSigning | null {
  const { role, session, options, recordSigner: signer, journal } = game;
  if (!session || !signer) return null;
  const peer = otherRole(role);
  const { session_id } = session;
  const sentFrames: JsonObject[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let peerRecord: { hash: string; shared?: SharedParts | undefined } | null = null;
  let peerSignature: string | null = null;
  let concessionSignature: string | null = null;
  let ended: { outcome: Outcome; ownRecord: string } | null = null;
  let signed: { parts: RecordParts; signature: string } | null = null;

  function send(frame: JsonObject) {
    sentFrames.push(frame);
    connection.send(frame).catch(() => {
      // Without a next connection, the channel reports its end.
    });
  }

  function receiveFrame(frame: JsonObject): boolean {
    const received = readSigningFrame(frame);
    // Only the first of each counts.
    if (received?._sys === 'record_hash') peerRecord ??= received;
    else if (received?._sys === 'record_signature') peerSignature ??= received.signature;
    else if (received) concessionSignature ??= received.signature;
    proceed();
    return received !== null;
  }

  function proceed() {
    if (!ended || peerRecord === null || !session || !signer) return;
    if (signed === null) {
      const { hash, shared } = peerRecord;
      const records = { [`${role}_record`]: ended.ownRecord, [`${peer}_record`]: hash };
      const parts = {
        ...{ session_id, ...(records as Pick<RecordParts, 'host_record' | 'guest_record'>) },
        ...{ ...messages.parts, options_hash: optionsHash(options), ...outcomeParts(ended.outcome) },
        // An earlier version signs nothing about the order of the messages or the sentence about the end.
        ...(shared ? { shared: agreedParts(sharedParts(messages, ended.outcome), shared) } : {}),
      };
      signed = { parts, signature: signer.signRecord(parts) };
      send(recordSignatureFrame(signed.signature));
    }
    if (peerSignature !== null) finish();
  }

  function lastEntry({ conceded }: Outcome, keys: EstablishedSession): RecordEntry | null {
    if (signed && peerSignature && verifyText(recordText(signed.parts), peerSignature, keys[`${peer}_public_key`])) {
      const { host_record, guest_record, shared } = signed.parts;
      const [host_signature, guest_signature] =
        role === 'host' ? [signed.signature, peerSignature] : [peerSignature, signed.signature];
      return signedEntry({ kind: 'signed', host_record, guest_record, shared, host_signature, guest_signature });
    }
    if (conceded?.by !== peer || concessionSignature === null) return null;
    return verifyConcession({ session_id, ...conceded, ...messages.parts }, concessionSignature, keys)
      ? { kind: 'signed_concession', by: peer, signature: concessionSignature }
      : null;
  }

  return {
    add: (entry) => messages.addEntry(role, entry),
    withSignature(frame) {
      const system = readSystemFrame(frame);
      if (system?.kind !== 'concede') return [frame];
      const parts = { session_id, by: role, code: system.code, ...messages.parts };
      return [concessionSignatureFrame(signer.signConcession(parts)), frame];
    },
    receive(event, isOver) {
      if (event.type === 'frame') return receiveFrame(event.frame) || isOver;
      if (event.type === 'closed') finish();
      else if (event.type === 'resumed') for (const frame of sentFrames.splice(0)) send(frame);
      return false;
    },
    async sign(outcome) {
      try {
        ended = { outcome, ownRecord: await journal.hash() };
        send(recordHashFrame(ended.ownRecord, sharedParts(messages, outcome)));
        proceed();
        await waitAtMost(environment, signingTimeoutMs, finished);
        return lastEntry(outcome, session);
      } catch (error) {
        // The record remains as this side has kept it.
        reportError(error, 'signature of a record');
        return null;
      }
    },
  };
}
