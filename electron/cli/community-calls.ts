/** Calls the community's HTTP API over the bridge, since the owner holds the key that signs requests. Typed like CommunityClient. */
import type { CommunityApi, CommunityRoute } from '../../shared/community/contract.ts';
import type { ResponseOf } from '../../shared/community/define.ts';
import type { CommunityClient } from '../community/client.ts';
import type { BridgeClient } from '../owner/attach.ts';

export type CommunityCall = CommunityClient['call'];

export function createCommunityCall(bridge: BridgeClient): CommunityCall {
  return async <K extends CommunityRoute>(route: K, parts: object) =>
    (await bridge.community.ask({ route, ...parts })) as ResponseOf<CommunityApi[K]>;
}
