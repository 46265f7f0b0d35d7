/** Main's side of the whole bridge: one file for each group. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from '../core-parts.ts';
import { agentsHandlers } from './agents.ts';
import { appHandlers } from './app.ts';
import { communityHandlers } from './community.ts';
import { identityHandlers } from './identity.ts';
import { inboxHandlers } from './inbox.ts';
import { lobbyHandlers } from './lobby.ts';
import { protocolsHandlers } from './protocols.ts';
import { studioHandlers } from './studio.ts';
import { tablesHandlers } from './tables.ts';

export function bridgeHandlers(parts: CoreParts): Handlers<Bridge> {
  return {
    app: appHandlers(parts),
    identity: identityHandlers(parts),
    community: communityHandlers(parts),
    lobby: lobbyHandlers(parts),
    tables: tablesHandlers(parts),
    protocols: protocolsHandlers(parts),
    agents: agentsHandlers(parts),
    inbox: inboxHandlers(parts),
    studio: studioHandlers(parts),
  };
}
