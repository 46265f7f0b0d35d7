/** Main's handlers for the whole bridge: one file per group. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Caller, Handlers } from '../../shared/bridge/define.ts';
import { agentsHandlers } from './agents.ts';
import { analysisHandlers } from './analysis.ts';
import { appHandlers } from './app.ts';
import { clientsHandlers } from './clients.ts';
import { communityHandlers } from './community.ts';
import { complaintsHandlers } from './complaints.ts';
import type { CoreParts } from './core-parts.ts';
import { draftsHandlers } from './drafts.ts';
import { historyHandlers } from './history.ts';
import { identityHandlers } from './identity.ts';
import { inboxHandlers } from './inbox.ts';
import { lobbyHandlers } from './lobby.ts';
import { noticesHandlers } from './notices.ts';
import { playHandlers } from './play.ts';
import { protocolsHandlers } from './protocols.ts';
import { publishingHandlers } from './publishing.ts';
import { remarksHandlers } from './remarks.ts';
import { strengthsHandlers } from './strengths.ts';
import { studioHandlers } from './studio.ts';
import { tablesHandlers } from './tables.ts';

export function bridgeHandlers(parts: CoreParts): Handlers<Bridge> {
  const settled = <G extends Group>(group: G) => afterAccountSettles(group, parts.accountSettled);
  const app = appHandlers(parts);
  const community = communityHandlers(parts);
  return {
    app: { ...app, ...settled({ state: app.state }) },
    identity: identityHandlers(parts),
    community: { ...community, ...settled({ ask: community.ask }) },
    lobby: settled(lobbyHandlers(parts)),
    play: settled(playHandlers(parts)),
    tables: settled(tablesHandlers(parts)),
    remarks: settled(remarksHandlers(parts)),
    analysis: settled(analysisHandlers(parts)),
    drafts: settled(draftsHandlers(parts)),
    history: settled(historyHandlers(parts)),
    protocols: settled(protocolsHandlers(parts)),
    strengths: strengthsHandlers(parts),
    agents: settled(agentsHandlers(parts)),
    inbox: settled(inboxHandlers(parts)),
    complaints: settled(complaintsHandlers(parts)),
    notices: settled(noticesHandlers(parts)),
    studio: studioHandlers(parts),
    publishing: settled(publishingHandlers(parts)),
    clients: settled(clientsHandlers(parts)),
  };
}

type Group = Record<string, (args: never, caller: Caller) => unknown>;

/** Delays calls while an account is opened or switched, so that a window that asks early isn't told that there is no key. */
function afterAccountSettles<G extends Group>(group: G, accountSettled: CoreParts['accountSettled']): G {
  const calls = Object.entries(group).map(([name, handle]) => {
    const call: Group[string] = (args, caller) => {
      const run = () => handle(args, caller);
      // The call itself reports an account that can't be opened.
      return accountSettled()?.then(run, run) ?? run();
    };
    return [name, call];
  });
  return Object.fromEntries(calls);
}
