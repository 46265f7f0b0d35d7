/** The `community` calls: choosing a community, access from the local network, and calls of its API. */
import { inBackground } from '../../shared/background.ts';
import type { Bridge, CommunityTest } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { trimSlashes } from '../../shared/community/address.ts';
import { communityRoutes } from '../../shared/community/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import { unlistedError } from '../community/audience.ts';
import { createCommunityClient } from '../community/client.ts';
import { isExposed } from '../community/communities.ts';
import type { CoreParts } from './core-parts.ts';

export function communityHandlers(core: CoreParts): Handlers<Bridge>['community'] {
  const { communities } = core;
  return {
    test: ({ url }) => testCommunity(trimSlashes(url)),
    async invitation({ url, post_id }) {
      const client = createCommunityClient({ url: () => trimSlashes(url), signer: null });
      try {
        const { body } = await client.call(
          'GET /join/{post_id}/summary',
          { params: { post_id } },
          { timeoutMs: 5_000 },
        );
        const { public_key, nickname, rating, protocol_id, protocol_name, options, host_control_mode } = body;
        const host = { public_key, nickname, rating };
        return { invitation: { host, protocol_id, protocol_name, options, host_control_mode } };
      } catch (error) {
        // The community itself is tested, and its problem shown, by `test`.
        if (error instanceof ParlorError) return { invitation: null };
        throw error;
      }
    },
    async use({ url: address, allow_plain_http = false }) {
      const url = address === null ? null : trimSlashes(address);
      if (url !== null && allow_plain_http) await communities.allowPlainHttp(url);
      const problem = communities.addressProblem(url);
      if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
      await core.switchCommunity(url);
      return {};
    },
    async accept_clock({ url, offset_ms }) {
      const inUse = core.connection.state.embedded ? null : core.connection.state.url;
      await communities.acceptClock(url === undefined ? inUse : url, offset_ms);
      inBackground('connection', core.retry());
      return {};
    },
    list() {
      const { key } = core.connection;
      return {
        communities: communities
          .list()
          .map((community) => ({ ...community, in_use: (community.url ?? 'embedded') === key })),
      };
    },
    async remove({ url: address }) {
      const url = trimSlashes(address);
      if (url === core.connection.key) {
        throw new ParlorError('in_use', 'This community is in use. Switch to another first.', { url });
      }
      await communities.forget(url);
      return {};
    },
    addresses: () => ({ addresses: core.network.addresses() }),
    open_network: ({ address }) => core.network.open(address),
    close_network: () => core.network.close(),
    async ask({ route, params, query, body }) {
      if (!communityRoutes.includes(route)) throw new ParlorError('invalid_field', 'This call does not exist.');
      // The client validates arguments and response with the route's schemas.
      const response = await core.account().client.call(route, { params, query, body } as never);
      return response as { status: number; body?: never };
    },
  };
}

async function testCommunity(url: string): Promise<CommunityTest> {
  const client = createCommunityClient({ url: () => url, signer: null });
  const startedAt = performance.now();
  const result = { url, needs_consent: isExposed(url) };
  try {
    const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
    return {
      ...result,
      reachable: true,
      name: body.name,
      version: body.version,
      limits: body.limits as CommunityTest['limits'],
      clock_offset_ms: client.clockOffsetMs,
      answered_ms: Math.round(performance.now() - startedAt),
      problem: unlistedError(url, body.addresses)?.toProblem() ?? null,
    };
  } catch (error) {
    const unknownFields = { name: null, version: null, limits: null, clock_offset_ms: null, answered_ms: null };
    return { ...result, ...unknownFields, reachable: false, problem: toProblem(error) };
  }
}
