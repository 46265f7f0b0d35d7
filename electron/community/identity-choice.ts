/** Which identity is used in a community: each remembers the one that the person chose for it. */
import { originOf } from '../../shared/signing/audience.ts';
import type { Identities } from '../identity/identities.ts';
import type { Communities } from './communities.ts';

/**
 * The identity to use in a community (null: the one on this computer), if it isn't the one in use: the one chosen for it, or else not
 * one that was derived for another community, but the one that it was derived from.
 */
export async function identityFor(
  server: string | null,
  { communities, identities }: { communities: Communities; identities: Identities },
): Promise<string | null> {
  const listed = await identities.list();
  const inUse = listed.find(({ in_use }) => in_use);
  const source = inUse?.derived_from;
  const isForeign = source !== undefined && (server === null || source.origin !== originOf(server));
  const preferred = [communities.chosenIdentity(server), isForeign ? source.public_key : null];
  const found = preferred.find((key) => key !== null && listed.some(({ public_key }) => public_key === key)) ?? null;
  return found === inUse?.public_key ? null : found;
}

/** Makes the community's identity the one in use. Resolves with whether it changed. */
export async function selectIdentity(
  server: string | null,
  parts: { communities: Communities; identities: Identities },
  options?: { durable: boolean },
): Promise<boolean> {
  const public_key = await identityFor(server, parts);
  if (public_key !== null) await parts.identities.use(public_key, options);
  return public_key !== null;
}
