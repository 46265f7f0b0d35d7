/**
 * Recipient and sender of a message as one keyed hash, for what the service must recognize without knowing it: a sender who is blocked,
 * or who has used up the day's messages. Who writes to whom can't be read from it without the key and a guess of both.
 */
import { createHmac } from 'node:crypto';
import type { PairKeyTable, Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

const keyQuery = statement((db) => db.selectFrom('pair_key').select('secret').where('key_id', '=', 1));

export interface Pair {
  recipient_public_key: string;
  sender_public_key: string;
}

/** By connection. It never changes, and each message needs it. */
const secrets = new WeakMap<Reader, PairKeyTable['secret']>();

async function secretOf(db: Reader): Promise<PairKeyTable['secret']> {
  const known = secrets.get(db);
  if (known) return known;
  const { secret } = (await keyQuery.first(db, {}))!;
  secrets.set(db, secret);
  return secret;
}

export async function hashOfPair(db: Reader, { recipient_public_key, sender_public_key }: Pair): Promise<string> {
  const secret = await secretOf(db);
  return createHmac('sha256', secret).update(`${recipient_public_key}:${sender_public_key}`).digest('hex');
}
