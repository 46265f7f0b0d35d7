/** The communities that a data directory has used: last use, registered identities, and confirmed plain http addresses. */
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { isLoopbackAddress, trimSlashes } from '../../shared/community/address.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openJsonFile } from '../files/json-file.ts';

const entrySchema = z.object({
  /** Null for the community on this computer. */
  url: z.string().nullable(),
  used_at: z.int().nullable(),
  plain_http_allowed: z.boolean(),
  /** The difference between its clock and this computer's that the person accepted, milliseconds; null if none. */
  clock_offset_ms: z.number().nullable().default(null),
  /** The identity that was chosen for it; null if none was. */
  identity: hex64.nullable().default(null),
  registered: z.array(z.object({ public_key: hex64, nickname: z.string(), agent_id: z.int() })),
});
type CommunityEntry = z.infer<typeof entrySchema>;
export type RegisteredAgent = CommunityEntry['registered'][number];

export interface Communities {
  /** Most recently used first. */
  list(): Omit<KnownCommunity, 'in_use'>[];
  markUsed(url: string | null): Promise<void>;
  addAgent(url: string | null, agent: RegisteredAgent): Promise<void>;
  allowPlainHttp(url: string): Promise<void>;
  acceptClock(url: string | null, offset_ms: number): Promise<void>;
  /** Null if the person accepted none. */
  acceptedClockOffset(url: string | null): number | null;
  chooseIdentity(url: string | null, public_key: string): Promise<void>;
  /** Null if none was chosen. */
  chosenIdentity(url: string | null): string | null;
  forget(url: string): Promise<void>;
  /** Resolves once all changes so far are written or have failed. Their folder may be removed then. */
  written(): Promise<void>;
  /** Why nothing may be sent to this address yet; null if sending is allowed. */
  addressProblem(url: string | null): Problem | null;
}

/** Unencrypted, and not on this computer. */
export const isExposed = (url: string): boolean => new URL(url).protocol === 'http:' && !isLoopbackAddress(url);

export async function openCommunities(dataDir: string): Promise<Communities> {
  // If the file is unreadable, entries are recreated as communities are used again.
  const file = await openJsonFile(join(dataDir, 'communities.json'), z.array(entrySchema).parse, []);

  let written: Promise<unknown> = Promise.resolve();

  const entryOf = (url: string | null): CommunityEntry =>
    file.value.find((candidate) => candidate.url === url) ?? {
      url,
      used_at: null,
      plain_http_allowed: false,
      clock_offset_ms: null,
      identity: null,
      registered: [],
    };

  function change(url: string | null, update: (entry: CommunityEntry) => Partial<CommunityEntry>): Promise<void> {
    const key = url === null ? null : trimSlashes(url);
    const entry = entryOf(key);
    return save([...file.value.filter((candidate) => candidate.url !== key), { ...entry, ...update(entry) }]);
  }

  function save(entries: CommunityEntry[]): Promise<void> {
    const saving = file.save(entries);
    written = Promise.allSettled([written, saving]);
    return saving;
  }

  return {
    list: () =>
      file.value
        .map(({ url, used_at, registered }) => ({ url, used_at, registered }))
        .sort((a, b) => (b.used_at ?? 0) - (a.used_at ?? 0)),
    markUsed(url) {
      // The computer's date may have been set back since another one was used.
      const lastUsed = Math.max(0, ...file.value.map(({ used_at }) => used_at ?? 0));
      return change(url, () => ({ used_at: Math.max(Date.now(), lastUsed + 1) }));
    },
    addAgent: (url, agent) =>
      change(url, ({ registered }) => ({
        registered: [...registered.filter(({ public_key }) => public_key !== agent.public_key), agent],
      })),
    allowPlainHttp: (url) => change(url, () => ({ plain_http_allowed: true })),
    acceptClock: (url, clock_offset_ms) => change(url, () => ({ clock_offset_ms })),
    acceptedClockOffset: (url) => entryOf(url === null ? null : trimSlashes(url)).clock_offset_ms,
    chooseIdentity: (url, identity) => change(url, () => ({ identity })),
    chosenIdentity: (url) => entryOf(url === null ? null : trimSlashes(url)).identity,
    forget: (url) => save(file.value.filter((candidate) => candidate.url !== trimSlashes(url))),
    written: () => written.then(() => {}),
    addressProblem(url) {
      if (url === null || !isExposed(url) || entryOf(trimSlashes(url)).plain_http_allowed) return null;
      return new ParlorError(
        'plain_http',
        'This address is not encrypted: others on the network can read and change what is sent. Confirm it once to use it.',
        { url },
      ).toProblem();
    },
  };
}
