/** Bans of networks: of single addresses, or of ranges. */
import { isIP } from 'node:net';
import { isLoopbackHost } from '../../shared/community/address.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isNetwork, networkTest, normalizeNetwork } from '../client-address.ts';
import type { Writer } from '../storage/schema.ts';
import { type Act, logAct } from './log.ts';

/** Fewer bits would ban a good part of everybody. */
const fewestBits = { ipv4: 8, ipv6: 16 } as const;

/** An address, or ADDRESS/BITS, in the spelling that is stored. Throws ParlorError `unknown_option`. */
export function toNetwork(text: string): string {
  if (!isNetwork(text)) throw new ParlorError('unknown_option', `"${text}" is not an address, or ADDRESS/BITS`);
  const network = normalizeNetwork(text);
  const [address = '', bits] = network.split('/');
  const fewest = fewestBits[isIP(address) === 6 ? 'ipv6' : 'ipv4'];
  if (bits !== undefined && Number(bits) < fewest)
    throw new ParlorError('unknown_option', `${text} is too wide: it needs at least ${fewest} bits`);
  const includes = networkTest([network]);
  if (isLoopbackHost(address) || includes('127.0.0.1') || includes('::1')) {
    const message =
      'This computer cannot be banned. If all clients seem to be on it, name your proxy with --trust-proxy.';
    throw new ParlorError('unknown_option', message);
  }
  return network;
}

/** `network`: as `toNetwork` spells it. False if it was banned already. */
export async function banNetwork(db: Writer, network: string, act: Act): Promise<boolean> {
  const inserted = await db
    .insertInto('banned_network')
    .values({ network, banned_at: act.now })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .returning('network')
    .executeTakeFirst();
  if (!inserted) return false;
  await logAct(db, act, 'ban', `network ${network}`);
  return true;
}

/** False if it was not banned. */
export async function unbanNetwork(db: Writer, network: string, act: Act): Promise<boolean> {
  const banned = await db.selectFrom('banned_network').select('network').execute();
  // Earlier versions stored other spellings of the same network.
  const spellings = banned.map((row) => row.network).filter((each) => normalizeNetwork(each) === network);
  if (spellings.length === 0) return false;
  await db.deleteFrom('banned_network').where('network', 'in', spellings).execute();
  await logAct(db, act, 'unban', `network ${network}`);
  return true;
}
