/**
 * The bridge between main and its windows: groups of calls and events. JSON values only, never synchronous. Main owns the
 * state: an event carries a complete snapshot or tells what to load again, so a window that reloads needs no earlier events. Lists come in
 * pages (pages.ts): nothing grows with what a person has done, see bounds.test.ts.
 * Times are Unix milliseconds; keys and hashes are lower-case hex. No call reveals the key, a ticket, or a path that the user
 * did not choose.
 */
import { agentsGroup } from './agents.ts';
import { analysisGroup } from './analysis.ts';
import { appGroup } from './app.ts';
import { clientsGroup } from './clients.ts';
import { communityGroup } from './community.ts';
import { complaintsGroup } from './complaints.ts';
import { draftsGroup } from './drafts.ts';
import { historyGroup } from './history.ts';
import { identityGroup } from './identity.ts';
import { inboxGroup } from './inbox.ts';
import { lobbyGroup } from './lobby.ts';
import { noticesGroup } from './notices.ts';
import { playGroup } from './play.ts';
import { protocolsGroup } from './protocols.ts';
import { publishingGroup } from './publishing.ts';
import { remarksGroup } from './remarks.ts';
import { strengthsGroup } from './strengths.ts';
import { studioGroup } from './studio.ts';
import { tablesGroup } from './tables.ts';

export * from './advice.ts';
export * from './agents.ts';
export * from './analysis.ts';
export * from './app.ts';
export * from './clients.ts';
export * from './community.ts';
export * from './complaints.ts';
export * from './doctor.ts';
export * from './drafts.ts';
export * from './history.ts';
export * from './hosting.ts';
export * from './house-strengths.ts';
export * from './identity.ts';
export * from './inbox.ts';
export * from './join-steps.ts';
export * from './lobby.ts';
export * from './network.ts';
export * from './notices.ts';
export * from './pictures.ts';
export * from './play.ts';
export * from './play-scopes.ts';
export * from './problems.ts';
export * from './protocols.ts';
export * from './publishing.ts';
export * from './remarks.ts';
export * from './self-test.ts';
export * from './settings.ts';
export * from './shapes.ts';
export * from './strengths.ts';
export * from './studio.ts';
export * from './table-filter.ts';
export * from './tables.ts';
export * from './trials.ts';

export const bridge = {
  app: appGroup,
  identity: identityGroup,
  community: communityGroup,
  lobby: lobbyGroup,
  play: playGroup,
  tables: tablesGroup,
  remarks: remarksGroup,
  analysis: analysisGroup,
  drafts: draftsGroup,
  history: historyGroup,
  protocols: protocolsGroup,
  strengths: strengthsGroup,
  agents: agentsGroup,
  inbox: inboxGroup,
  complaints: complaintsGroup,
  notices: noticesGroup,
  studio: studioGroup,
  publishing: publishingGroup,
  clients: clientsGroup,
} as const;
export type Bridge = typeof bridge;
