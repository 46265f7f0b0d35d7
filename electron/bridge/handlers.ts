/** Main's handlers for the whole bridge: one file per group. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { agentsHandlers } from './agents.ts';
import { appHandlers } from './app.ts';
import { clientsHandlers } from './clients.ts';
import { communityHandlers } from './community.ts';
import type { CoreParts } from './core-parts.ts';
import { identityHandlers } from './identity.ts';
import { inboxHandlers } from './inbox.ts';
import { lobbyHandlers } from './lobby.ts';
import { noticesHandlers } from './notices.ts';
import { protocolsHandlers } from './protocols.ts';
import { publishingHandlers } from './publishing.ts';
import { strengthsHandlers } from './strengths.ts';
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
    strengths: strengthsHandlers(parts),
    agents: agentsHandlers(parts),
    inbox: inboxHandlers(parts),
    notices: noticesHandlers(parts),
    studio: studioHandlers(parts),
    publishing: publishingHandlers(parts),
    clients: clientsHandlers(parts),
  };
}
