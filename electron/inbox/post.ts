/** An inbox as the community has it: sealed boxes by number, opened here with the own key. */
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import { readLetter, sealLetter } from '../../shared/inbox/letter.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import type { KeptLetter } from './store.ts';

export interface Held {
  id: number;
  size: number;
  created_at: number;
  expires_at: number;
}

export interface Post {
  /** Everything that lies there. */
  list(): Promise<Held[]>;
  /** Fetches and opens one; null when it is gone. */
  open(held: Held): Promise<Omit<KeptLetter, 'community' | 'read_at' | 'deleted_at'> | null>;
  /** Seals and leaves a letter. @throws ParlorError `invalid_field` before anything is sent, `inbox_full`, `not_found`. */
  send(to: string, words: string, signed: boolean): Promise<Held>;
  /** Gone afterwards, whether it was there or not. */
  remove(id: number): Promise<void>;
  /** How many letters this key's inbox holds, by its karma. */
  room(): Promise<Pick<NonNullable<Inbox['quota']>, 'capacity' | 'level'>>;
}

const capacities = {
  none: limits.inbox_messages_none,
  low: limits.inbox_messages_low,
  medium: limits.inbox_messages_medium,
  high: limits.inbox_messages_high,
};

export function createPost(client: CommunityClient, signer: Signer, opener: Opener): Post {
  let agent_id: number | null = null;

  return {
    async list() {
      const found: Held[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
        const { body } = await client.call('GET /api/v1/inbox', { query });
        found.push(...body.entries.map(heldOf));
        cursor = body.next_cursor;
        // An inbox is small; a list that does not end is a mistake of the community.
        if (found.length > 10_000) break;
      }
      return found;
    },
    async open(held) {
      try {
        const { body } = await client.call('GET /api/v1/inbox/{id}', { params: { id: held.id } });
        return { ...held, ...opened(Buffer.from(body.ciphertext, 'base64')) };
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },
    async send(to, words, signed) {
      const box = sealLetter(words, hexToBytes(to), signed ? proofOf(to, words) : null);
      const ciphertext = Buffer.from(box).toString('base64');
      const { body } = await client.call('POST /api/v1/inbox', { body: { recipient_public_key: to, ciphertext } });
      return heldOf(body);
    },
    async remove(id) {
      await client.call('DELETE /api/v1/inbox/{id}', { params: { id } }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },
    async room() {
      agent_id ??= (await client.call('GET /api/v1/agents', { query: { public_key: signer.publicKey } })).body.agent_id;
      const { level } = (await client.call('GET /api/v1/agents/{id}/karma', { params: { id: agent_id } })).body;
      return { level, capacity: capacities[level] };
    },
  };

  function opened(box: Uint8Array): Pick<KeptLetter, 'words' | 'writer' | 'written_at' | 'signature'> {
    try {
      const { words, writer, signature } = readLetter(opener.open(box), signer.publicKey);
      return {
        words,
        writer: writer?.public_key ?? null,
        written_at: writer ? Date.parse(writer.written_at) : null,
        signature,
      };
    } catch (error) {
      if (!(error instanceof ParlorError && error.code === 'letter_unreadable')) throw error;
      return { words: null, writer: null, written_at: null, signature: 'none' };
    }
  }

  function proofOf(recipient_public_key: string, words: string) {
    const written_at = new Date().toISOString();
    const signature = signer.signLetter({ recipient_public_key, written_at, words });
    return { public_key: signer.publicKey, written_at, signature };
  }
}

function heldOf(entry: { id: number; size: number; created_at: string; expires_at: string }): Held {
  const { id, size } = entry;
  return { id, size, created_at: Date.parse(entry.created_at), expires_at: Date.parse(entry.expires_at) };
}

const isGone = (error: unknown) => error instanceof ParlorError && error.code === 'not_found';
