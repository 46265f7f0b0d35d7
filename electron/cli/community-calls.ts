/** Calls the community through the process that holds the key, typed by the contract like CommunityClient. */
import type { CommunityApi, CommunityRoute } from '../../shared/community/contract.ts';
import type { ResponseOf } from '../../shared/community/define.ts';
import type { CommunityClient } from '../community/client.ts';
import type { BridgeClient } from '../owner/attach.ts';

export type CommunityCall = CommunityClient['call'];

export function communityCall(bridge: BridgeClient): CommunityCall {
  return async <K extends CommunityRoute>(route: K, parts: object) =>
    (await bridge.community.ask({ route, ...parts })) as ResponseOf<CommunityApi[K]>;
}
