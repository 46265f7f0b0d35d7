/** Which community this Parlor belongs to, and the community's own contract for commands. */
import { z } from 'zod';
import type { CommunityRoute } from '../community/contract.ts';
import { communityUrl } from './app.ts';
import { call, type GroupSpec } from './define.ts';
import { networkStateSchema, ownAddressSchema } from './network.ts';
import { hex64, json, nothing, problemSchema, time } from './shapes.ts';

export const communityTestSchema = z.object({
  url: communityUrl,
  /** True where a community of a kind this Parlor understands answered. */
  reachable: z.boolean(),
  /** What it calls itself. */
  name: z.string().nullable(),
  version: z.string().nullable(),
  limits: z.record(z.string(), json).nullable(),
  /** Its clock minus ours, milliseconds. */
  clock_offset_ms: z.number().nullable(),
  /** Milliseconds until the answer. */
  answered_ms: z.number().nullable(),
  /** Everybody on the way could read what is sent there; it must be confirmed once before it is used. */
  needs_consent: z.boolean(),
  problem: problemSchema.nullable(),
});
export type CommunityTest = z.infer<typeof communityTestSchema>;

export const knownCommunitySchema = z.object({
  /** Null for the one on this computer. */
  url: z.string().nullable(),
  in_use: z.boolean(),
  used_at: time.nullable(),
  /** Identities of this data directory that registered there. */
  registered: z.array(z.object({ public_key: hex64, nickname: z.string(), agent_id: z.int() })),
});
export type KnownCommunity = z.infer<typeof knownCommunitySchema>;

export const communityGroup = {
  calls: {
    /** Asks an address what is there. Sends nothing but the question; rejects nothing that the answer can tell. */
    test: call('both', z.object({ url: communityUrl }), communityTestSchema),
    /**
     * Moves there now and stays there; null for the community on this computer. Refused with `tables_running`, and with
     * `plain_http` for an unencrypted address beyond this computer that was never confirmed.
     */
    use: call('both', z.object({ url: communityUrl.nullable(), allow_plain_http: z.boolean().optional() }), nothing),
    /** Those used before, the last one first. */
    list: call('both', nothing, z.object({ communities: z.array(knownCommunitySchema) })),
    /**
     * Forgets one and that its plain http was confirmed. What lies there stays there, and is found again under the same key. Refused
     * with `in_use` for the one in use.
     */
    remove: call('both', z.object({ url: communityUrl }), nothing),
    /** Addresses of this computer at which others could be let in, the likeliest first. */
    addresses: call('both', nothing, z.object({ addresses: z.array(ownAddressSchema) })),
    /**
     * Lets others on that network in: the community on this computer can be reached at the address, and tables opened here
     * by whoever has their ticket. Remembered. Rejects `network_refused`.
     */
    open_network: call('both', z.object({ address: z.string().min(1).max(64) }), networkStateSchema),
    /** Lets nobody in any more; games that are played go on. */
    close_network: call('both', nothing, networkStateSchema),
    /** Any call of the community's contract in this identity's name; windows have shaped calls instead. */
    ask: call(
      'terminal',
      z.object({
        /** Main knows the contract; a window need not load it. */
        route: z.custom<CommunityRoute>((route) => typeof route === 'string'),
        params: z.record(z.string(), json).optional(),
        query: z.record(z.string(), json).optional(),
        body: json.optional(),
      }),
      z.object({ status: z.int(), body: json.optional() }),
    ),
  },
  events: {},
} as const satisfies GroupSpec;
