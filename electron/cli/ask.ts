/** Calls of the community's contract through the Parlor that holds the key, typed by the contract as in its own client. */
import type { CommunityApi, CommunityRoute } from '../../shared/community/contract.ts';
import type { AnswerOf } from '../../shared/community/define.ts';
import type { CommunityClient } from '../community/client.ts';
import type { BridgeClient } from '../owner/attach.ts';

export type Ask = CommunityClient['call'];

export function askThrough(bridge: BridgeClient): Ask {
  return async <K extends CommunityRoute>(route: K, parts: object) =>
    (await bridge.community.ask({ route, ...parts })) as AnswerOf<CommunityApi[K]>;
}
