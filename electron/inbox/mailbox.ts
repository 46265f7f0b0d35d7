/** The part of an inbox that the community holds: sealed boxes by id, decrypted and sealed here. */
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type OpenedInboxMessage, readInboxMessage, sealInboxMessage } from '../../shared/inbox/message.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import { readPages } from '../community/pages.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import type { StoredMessage } from './stored-entries.ts';

/** Times are Unix milliseconds. */
export interface MailboxEntry {
  id: number;
  /** Bytes of the sealed box. */
  size: number;
  created_at: number;
  expires_at: number;
}

export interface SealedEvidence {
  created_at: number;
  /** Base64. */
  ciphertext: string;
  /** Of the writer; null if unsigned. */
  signature: string | null;
}

export interface Mailbox {
  list(): Promise<MailboxEntry[]>;
  /** Downloads and decrypts a message; null if it no longer exists. */
  open(entry: MailboxEntry): Promise<Omit<StoredMessage, 'kind' | 'community' | 'read_at' | 'deleted_at'> | null>;
  /** A message as the community has it, and the signature in it; null if it no longer exists. */
  evidenceOf(id: number): Promise<SealedEvidence | null>;
  /** Blocks whoever sent a message, which deletes what the community has of them. Rejects `not_found`. */
  blockSender(id: number): Promise<void>;
  /** Seals and sends a message. @throws ParlorError `invalid_field` before anything is sent, `inbox_full`, `not_found`. */
  send(to: string, words: string, signed: boolean): Promise<MailboxEntry>;
  /** Succeeds if the message no longer exists. */
  remove(id: number): Promise<void>;
  /** How many messages the inbox may hold, which depends on karma. */
  capacity(): Promise<Pick<NonNullable<Inbox['quota']>, 'capacity' | 'level'>>;
}

/** More than enough: an inbox holds at most 50 messages. */
const [maxPages, maxEntries] = [100, 1_000];

export function createMailbox(client: CommunityClient, signer: Signer, opener: Opener): Mailbox {
  let agent_id: number | null = null;

  return {
    async list() {
      const entries: MailboxEntry[] = [];
      const pages = readPages(maxPages, (query) =>
        client.call('GET /api/v1/inbox', { query: { limit: 100, ...query } }),
      );
      for await (const page of pages) {
        entries.push(...page.entries.map(entryOf));
        if (entries.length >= maxEntries) break;
      }
      return entries;
    },
    async open(entry) {
      const response = await client.call('GET /api/v1/inbox/{id}', { params: { id: entry.id } }).catch(nullIfNotFound);
      return response && { ...entry, ...decrypt(Buffer.from(response.body.ciphertext, 'base64')) };
    },
    async evidenceOf(id) {
      const response = await client.call('GET /api/v1/inbox/{id}', { params: { id } }).catch(nullIfNotFound);
      if (response === null) return null;
      const { ciphertext, created_at } = response.body;
      const signature = openBox(Buffer.from(ciphertext, 'base64'))?.writer?.signature ?? null;
      return { created_at: Date.parse(created_at), ciphertext, signature };
    },
    async blockSender(message_id) {
      await client.call('POST /api/v1/blocks', { body: { message_id } });
    },
    async send(to, words, signed) {
      const box = sealInboxMessage(words, hexToBytes(to), signed ? sign(to, words) : null);
      const ciphertext = Buffer.from(box).toString('base64');
      const { body } = await client.call('POST /api/v1/inbox', { body: { recipient_public_key: to, ciphertext } });
      return entryOf(body);
    },
    async remove(id) {
      await client.call('DELETE /api/v1/inbox/{id}', { params: { id } }).catch(nullIfNotFound);
    },
    async capacity() {
      agent_id ??= (await client.call('GET /api/v1/agents', { query: { public_key: signer.publicKey } })).body.agent_id;
      const { level } = (await client.call('GET /api/v1/agents/{id}/karma', { params: { id: agent_id } })).body;
      return { level, capacity: limits[`inbox_messages_${level}`] };
    },
  };

  /** Null if it can't be decrypted. */
  function openBox(box: Uint8Array): OpenedInboxMessage | null {
    try {
      // A community that doesn't enforce the limit could fill this computer.
      if (box.length > limits.inbox_ciphertext_bytes)
        throw new ParlorError('letter_unreadable', 'The message is too large.');
      return readInboxMessage(opener.open(box), signer.publicKey);
    } catch (error) {
      if (!(error instanceof ParlorError && error.code === 'letter_unreadable')) throw error;
      return null;
    }
  }

  /** A message that cannot be decrypted has the text null. */
  function decrypt(box: Uint8Array): Pick<StoredMessage, 'words' | 'writer' | 'written_at' | 'signature'> {
    const opened = openBox(box);
    if (opened === null) return { words: null, writer: null, written_at: null, signature: 'none' };
    const { text: words, writer, signature } = opened;
    return {
      words,
      writer: writer?.public_key ?? null,
      written_at: writer ? Date.parse(writer.written_at) : null,
      signature,
    };
  }

  function sign(recipient_public_key: string, words: string) {
    const written_at = new Date().toISOString();
    const signature = signer.signInboxMessage({ recipient_public_key, written_at, words });
    return { public_key: signer.publicKey, written_at, signature };
  }
}

function entryOf(entry: { id: number; size: number; created_at: string; expires_at: string }): MailboxEntry {
  const { id, size } = entry;
  return { id, size, created_at: Date.parse(entry.created_at), expires_at: Date.parse(entry.expires_at) };
}
