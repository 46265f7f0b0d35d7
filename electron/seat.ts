/** What an open key acts with at one community: its client, its tables, its view of the lobby, its inbox. */
import type { Bridge } from '../shared/bridge/contract.ts';
import type { Emit } from '../shared/bridge/define.ts';
import { ParlorError } from '../shared/errors.ts';
import { createCommunityClient } from './community/client.ts';
import type { CommunityLink } from './community/link.ts';
import { createLive } from './community/live.ts';
import { createPeople } from './community/people.ts';
import type { Seat } from './core-parts.ts';
import type { LaunchHooks } from './hooks/host.ts';
import type { IdentityStore } from './identity/identity.ts';
import { openInbox } from './inbox/inbox.ts';
import type { Catalogue } from './library/catalogue.ts';
import type { Library } from './library/library.ts';
import { followProtocols } from './library/news.ts';
import { createLobby } from './lobby/lobby.ts';
import type { Transport } from './p2p/channel.ts';
import { openTables, type TablesConfig } from './tables/tables.ts';

export interface SeatConfig {
  /** Where the identity's tables and letters lie. */
  folder: string;
  /** Open. */
  identity: IdentityStore;
  link: CommunityLink;
  transport: Transport;
  library: Library;
  catalogue: Catalogue;
  launchHooks: LaunchHooks;
  houseKeys: string[];
  rating(): number | null;
  emit: Emit<Bridge>;
  onTable: TablesConfig['onChange'];
}

/** Whoever plays, or waits for a guest, is not taken away from the table. @throws ParlorError `tables_running` */
export function requireIdle(seat: Seat | null): void {
  const running = seat?.tables.list().filter(({ phase }) => phase === 'joining' || phase === 'playing').length ?? 0;
  const waiting = seat?.tables.hosting().length ?? 0;
  if (running + waiting === 0) return;
  throw new ParlorError(
    'tables_running',
    `Not now: ${running} tables are running and ${waiting} wait for a guest. Finish or withdraw them first.`,
    { running, waiting },
  );
}

export async function takeSeat(config: SeatConfig): Promise<Seat> {
  const { folder, identity, link, library, catalogue, emit } = config;
  const { signer, opener } = identity;
  const client = createCommunityClient({ url: () => link.url(), signer });
  const live = createLive(client);
  const people = createPeople(client);
  people.setHouse(config.houseKeys);
  const tables = await openTables({
    dataDir: folder,
    signer,
    client,
    people,
    library,
    transport: config.transport,
    launchHooks: config.launchHooks,
    onChange: config.onTable,
    onHosting: (hosted) => emit('tables', 'hosting', { hosted }),
  });
  const lobby = createLobby({
    client,
    live,
    people,
    library,
    ownKey: signer.publicKey,
    rating: config.rating,
    onChange: (value) => emit('lobby', 'changed', value),
  });
  const unfollow = followProtocols(live, client, { library, catalogue, ownKey: signer.publicKey }, (list) =>
    emit('protocols', 'changed', list),
  );
  const inbox = await openInbox({
    folder,
    community: link.key,
    client,
    live,
    signer,
    opener,
    people,
    playedWith: () =>
      new Set(tables.list().flatMap(({ phase, peer }) => (phase === 'finished' ? [peer.public_key] : []))),
    onChange: (value) => emit('inbox', 'changed', value),
    onBlocked: () => lobby.refresh(),
  });
  return {
    client,
    live,
    people,
    tables,
    lobby,
    inbox,
    async leave() {
      lobby.dispose();
      unfollow();
      live.dispose();
      await inbox.dispose();
      await tables.dispose();
    },
  };
}
