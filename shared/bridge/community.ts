/** Testing and switching communities, sharing the embedded one, and direct calls to a community for commands. */
import { z } from 'zod';
import type { CommunityRoute } from '../community/contract.ts';
import { controlModeSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import { networkStateSchema, ownAddressSchema } from './network.ts';
import { communityUrl } from './settings.ts';
import { hex64, json, nothing, options, problemSchema, time } from './shapes.ts';

export const communityTestSchema = z.object({
  url: communityUrl,
  /** Whether a compatible community answered. There may be a problem even so. */
  reachable: z.boolean(),
  /** The name of its software. */
  name: z.string().nullable(),
  version: z.string().nullable(),
  limits: z.record(z.string(), json).nullable(),
  /** Its clock minus ours, milliseconds. */
  clock_offset_ms: z.number().nullable(),
  /** Response time, milliseconds. */
  answered_ms: z.number().nullable(),
  /** The connection is unencrypted and must be confirmed once before it is used. */
  needs_consent: z.boolean(),
  problem: problemSchema.nullable(),
});
export type CommunityTest = z.infer<typeof communityTestSchema>;

export const knownCommunitySchema = z.object({
  /** Null for the community on this computer. */
  url: z.string().nullable(),
  in_use: z.boolean(),
  used_at: time.nullable(),
  /** Identities in this data directory that are registered there. */
  registered: z.array(z.object({ public_key: hex64, nickname: z.string(), agent_id: z.int() })),
});
export type KnownCommunity = z.infer<typeof knownCommunitySchema>;

/** As the community of a link reports it; nothing of it is verified yet. */
export const linkedInvitationSchema = z.object({
  host: z.object({ public_key: hex64, nickname: z.string(), rating: z.int() }),
  protocol_id: hex64,
  /** Null if the community doesn't have the protocol. */
  protocol_name: z.string().nullable(),
  options,
  host_control_mode: controlModeSchema,
});
export type LinkedInvitation = z.infer<typeof linkedInvitationSchema>;

export const communityGroup = {
  calls: {
    /** Tests an address. Sends no personal data; failures are part of the result, not rejections. */
    test: call('both', z.object({ url: communityUrl }), communityTestSchema),
    /**
     * Who invites to what, for a link to another community. Sends no personal data. Null if the community doesn't say: the invitation
     * has ended or is for one player only, or the community is not a Parlor service.
     */
    invitation: call(
      'both',
      z.object({ url: communityUrl, post_id: z.uuid() }),
      z.object({ invitation: linkedInvitationSchema.nullable() }),
    ),
    /**
     * Switches to a community permanently; null for the one on this computer. Rejects `tables_running`, and `plain_http` for an
     * unencrypted address of another computer that was never confirmed.
     */
    use: call('both', z.object({ url: communityUrl.nullable(), allow_plain_http: z.boolean().optional() }), nothing),
    /**
     * Follows the clock of the community in use, or of another, although it is further from this computer's than five minutes.
     * `offset_ms`: the difference that the person saw, from `clock_skew`.
     */
    accept_clock: call('both', z.object({ url: communityUrl.nullable().optional(), offset_ms: z.number() }), nothing),
    /** Communities used before, the most recent first. */
    list: call('both', nothing, z.object({ communities: z.array(knownCommunitySchema) })),
    /**
     * Removes a community from the list, with its confirmation of plain http. Data at the community is not deleted. Rejects `in_use` for
     * the one in use.
     */
    remove: call('both', z.object({ url: communityUrl }), nothing),
    /** Addresses of this computer at which the community can be shared, the likeliest first. */
    addresses: call('both', nothing, z.object({ addresses: z.array(ownAddressSchema) })),
    /**
     * Shares the community on this computer with that network: it becomes reachable at the address, and so do tables opened on this
     * computer, for peers with their ticket. Persisted. Rejects `network_refused`.
     */
    open_network: call('both', z.object({ address: z.string().min(1).max(64) }), networkStateSchema),
    /** Stops sharing; running games continue. */
    close_network: call('both', nothing, networkStateSchema),
    /** Any call of the community's contract, signed by this identity. Windows use typed calls instead. */
    ask: call(
      'terminal',
      z.object({
        /** Validated by main, so that windows need not load the contract. */
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
