/** The `community` calls: choosing a community, access from the local network, and calls of its API. */
import type { Bridge, CommunityTest } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { trimmedAddress } from '../../shared/community/address.ts';
import { communityRoutes } from '../../shared/community/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import { createCommunityClient } from '../community/client.ts';
import { isExposed } from '../community/communities.ts';
import type { CoreParts } from './core-parts.ts';

export function communityHandlers(core: CoreParts): Handlers<Bridge>['community'] {
  const { communities } = core;
  return {
    test: ({ url }) => testCommunity(trimmedAddress(url)),
    async use({ url: named, allow_plain_http = false }) {
      const url = named === null ? null : trimmedAddress(named);
      if (url !== null && allow_plain_http) await communities.allowPlainHttp(url);
      const refusal = communities.refusal(url);
      if (refusal) throw new ParlorError(refusal.code, refusal.message, refusal.detail);
      await core.moveTo(url);
      return {};
    },
    list() {
      const { key } = core.connection;
      return {
        communities: communities.list().map((each) => ({ ...each, in_use: (each.url ?? 'embedded') === key })),
      };
    },
    async remove({ url: named }) {
      const url = trimmedAddress(named);
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
  const started = performance.now();
  const base = { url, needs_consent: isExposed(url) };
  try {
    const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
    return {
      ...base,
      reachable: true,
      name: body.name,
      version: body.version,
      limits: body.limits as CommunityTest['limits'],
      clock_offset_ms: client.clockOffsetMs,
      answered_ms: Math.round(performance.now() - started),
      problem: null,
    };
  } catch (error) {
    const unknown = { name: null, version: null, limits: null, clock_offset_ms: null, answered_ms: null };
    return { ...base, ...unknown, reachable: false, problem: toProblem(error) };
  }
}
