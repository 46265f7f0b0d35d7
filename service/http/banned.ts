/** The refusal of banned keys where something is stored for them. The bans in memory (order/bans.ts) are up to half a second old. */
import { requestError } from '../refusals.ts';
import type { Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

const banOfKey = statement((db, { public_key }: { public_key: string }) =>
  db.selectFrom('ban').select('public_key').where('public_key', '=', public_key),
);

/** For a transaction that writes and holds the lock of this agent, which a ban waits for: nothing is stored once the ban is committed. */
export const hasBan = async (db: Reader, public_key: string): Promise<boolean> =>
  (await banOfKey.first(db, { public_key })) !== undefined;

/**
 * The same for another agent, with whom or about whom something is stored. Throws ParlorError `not_found`: `banned` would say that the
 * caller is.
 */
export async function requireUnbanned(db: Reader, public_key: string): Promise<void> {
  if (await hasBan(db, public_key)) throw requestError('not_found', `${public_key} is banned`);
}

export const bannedNetworkError = () =>
  requestError('network_banned', 'The operators of this community have banned the network of this address.');

export const bannedError = () => requestError('banned', 'The operators of this community have banned this key.');
