/**
 * The bridge between main and its windows: groups of calls and events. JSON values only, never synchronous. Main is the
 * truth: each event carries a whole snapshot, so a window that reloads asks once and is up to date. Times are Unix
 * milliseconds; keys and hashes are lower-case hex. No call reveals the key, a ticket, or a path the user did not pick.
 */
import { agentsGroup } from './agents.ts';
import { appGroup } from './app.ts';
import { communityGroup } from './community.ts';
import { identityGroup } from './identity.ts';
import { inboxGroup } from './inbox.ts';
import { lobbyGroup } from './lobby.ts';
import { protocolsGroup } from './protocols.ts';
import { studioGroup } from './studio.ts';
import { tablesGroup } from './tables.ts';

export * from './agents.ts';
export * from './app.ts';
export * from './community.ts';
export * from './doctor.ts';
export * from './identity.ts';
export * from './inbox.ts';
export * from './lobby.ts';
export * from './network.ts';
export * from './protocols.ts';
export * from './shapes.ts';
export * from './studio.ts';
export * from './tables.ts';

export const bridge = {
  app: appGroup,
  identity: identityGroup,
  community: communityGroup,
  lobby: lobbyGroup,
  tables: tablesGroup,
  protocols: protocolsGroup,
  agents: agentsGroup,
  inbox: inboxGroup,
  studio: studioGroup,
} as const;
export type Bridge = typeof bridge;
