/**
 * The main process without its shell: settings, identity, community, library, lobby, tables and the house players, behind the bridge's
 * handlers. The single source of truth; every change is emitted to the windows as a whole snapshot.
 */
import type { AppState } from '../../shared/bridge/contract.ts';
import { isLoopbackAddress } from '../../shared/community/address.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { createClientsEvent } from '../bridge/clients.ts';
import type { Account, CoreParts } from '../bridge/core-parts.ts';
import { bridgeHandlers } from '../bridge/handlers.ts';
import { openClients } from '../clients/clients.ts';
import { openCommunities } from '../community/communities.ts';
import { createConnection } from '../community/connection.ts';
import { openHome } from '../community/home.ts';
import { listedTables } from '../community/house-players.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { createHouseSupervisor, strengthOf } from '../house/supervisor.ts';
import { openIdentities } from '../identity/identities.ts';
import { type IdentityStore, openIdentity } from '../identity/identity.ts';
import { keyLocked, keyMissing } from '../identity/key-errors.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openCatalogue } from '../library/catalogue.ts';
import { boardLabel, openLibrary } from '../library/library.ts';
import { openNetworkAccess } from '../local-network/local-network.ts';
import { listenForClients, type OwnerSocket } from '../owner/listen.ts';
import { lockDataDir } from '../owner/lock.ts';
import { createTransport } from '../p2p/iroh-transport.ts';
import { openSettings } from '../settings/settings.ts';
import { createStudio } from '../studio/studio.ts';
import { version } from '../version.ts';
import { launchNodeWorker } from '../workers/worker.ts';
import { isIdle, openAccount, requireIdle } from './account.ts';
import type { CommunityInUse, Core, CoreConfig } from './config.ts';
import { openErrorLog } from './error-log.ts';
import { createEvents } from './events.ts';
import { createMembership } from './membership.ts';

export type { Core, CoreConfig } from './config.ts';

/** Rejects `data_dir_busy` and `data_dir_unusable`; other problems become part of the state. */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { dataDir, shell, launchHooks = nodeLauncher(), launchWorker = launchNodeWorker } = config;
  const lock = await lockDataDir(dataDir);
  const errorLog = openErrorLog(dataDir);
  const { emit, onEvent } = createEvents();
  const emitClients = createClientsEvent(emit);
  const sendClients = () => emitClients({ clients, maybeAccount: account });
  const onClientsChanged = () => {
    account?.tables.updateClients();
    sendClients();
  };

  const settings = await openSettings(dataDir);
  const clients = await openClients({ dataDir, onChange: onClientsChanged });
  const communities = await openCommunities(dataDir);
  const home = await openHome(dataDir);
  if (config.allowPlainHttp && config.server !== null) await communities.allowPlainHttp(config.server);
  const resourcesDir = config.resourcesDir ?? defaultResourcesDir();
  const library = await openLibrary({ resourcesDir, dataDir });
  const catalogue = await openCatalogue(dataDir);
  const identities = await openIdentities({ dataDir, keychain: config.keychain });
  let identity = await openIdentityInUse();
  let community: CommunityInUse = connectionTo(config.server ?? settings.value.community);
  const house = createHouseSupervisor({
    dataDir,
    launchWorker,
    strength: strengthOf(settings.value),
    onKeys: onHouseKeys,
  });
  const network = openNetworkAccess({
    dataDir,
    settings,
    home,
    launchWorker,
    override: config.network ?? null,
    community: () => (community.server === null && isOnline() ? community.connection.url() : null),
    embedded: () => community.server === null,
    onChange: onNetworkChange,
  });

  let account: Account | null = null;
  const houseKeys = new Set<string>();
  let lastSwitch: Promise<void> = Promise.resolve();
  let opening: Promise<void> | null = null;
  /** True while switching accounts, when there is no state to show. */
  let switching = false;
  let urlOfBoard: ((label: string) => string) | null = null;
  let windowLink: (() => string) | null = null;
  let connecting = false;
  let disposed = false;

  const isOnline = () => community.connection.state.status === 'online';
  const membership = createMembership({
    communities,
    home,
    identity: () => identity,
    server: () => community.server,
    canRegister: () => shell !== 'terminal' && !disposed && isOnline(),
    isCurrent: (candidate) => candidate === account,
    onChange: changed,
  });

  function openIdentityInUse(): Promise<IdentityStore> {
    return openIdentity({ dataDir, folder: identities.folder, keychain: config.keychain, onChange: () => changed() });
  }

  function connectionTo(server: string | null): CommunityInUse {
    const connection = createConnection({
      server,
      dataDir,
      home,
      launchWorker,
      refusal: () => communities.refusal(server),
      onChange: onConnectionChange,
    });
    const preset = server === null || isLoopbackAddress(server) ? 'loopback' : 'network';
    return { server, connection, transport: createTransport({ preset, relays: settings.value.relays }) };
  }

  function state(): AppState {
    const confirmed = identity.identity?.words_confirmed ?? true;
    const finished = account?.tables.list().some(({ phase }) => phase === 'finished') ?? false;
    return {
      version,
      shell,
      phase: phaseOf(identity, membership.registered),
      house_sign: identity.houseSign,
      identity: identity.identity,
      me: membership.me,
      community: community.connection.state,
      network: network.state,
      work: membership.work,
      words_due: finished && !confirmed,
      settings: settings.value,
      problem: membership.problem ?? identity.problem ?? settings.problem ?? community.connection.notice,
    };
  }

  let lastState = '';
  function changed(): void {
    if (disposed || switching) return;
    const next = state();
    const text = JSON.stringify(next);
    if (text === lastState) return;
    lastState = text;
    emit('app', 'changed', next);
  }

  /** Tables are reachable from the same network as the community on this computer. */
  function onNetworkChange(): void {
    if (community.server === null) {
      community.transport.reach({ preset: network.reach });
      house.setReach(network.reach);
    }
    changed();
  }

  function onConnectionChange(): void {
    const { state, url } = community.connection;
    network.follow();
    if (state.status === 'online') {
      if (shell !== 'terminal') house.setCommunity(state.embedded ? url() : null);
      account?.tables.flush();
      account?.live.retry();
      account?.lobby.refresh();
      if (account) void membership.signUp(account);
    } else if (state.status === 'offline') {
      account?.lobby.away(state.problem as Problem | null);
    }
    changed();
  }

  function onHouseKeys(keys: string[]): void {
    for (const key of keys) houseKeys.add(key);
    account?.people.forget();
    account?.lobby.redraw();
  }

  /** Opens the account if the key is unlocked and no account is open. Concurrent calls share one attempt. */
  function ensureAccount(): Promise<void> {
    opening ??= openAccountInUse().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function openAccountInUse(): Promise<void> {
    if (account || identity.state !== 'open') return;
    account = await openAccount({
      folder: identities.folder,
      identity,
      ...community,
      library,
      catalogue,
      launchHooks,
      houseKeys,
      rating: () => membership.me?.rating ?? null,
      houseTables() {
        const strength = strengthOf(settings.value);
        if (community.server !== null || strength === null || shell === 'terminal') return 0;
        return listedTables(strength);
      },
      emit,
      clientState: (client_id, family) => clients.stateAt(client_id, family),
      onTable(table) {
        emit('tables', 'changed', table);
        sendClients();
        if (table.phase === 'finished' || table.phase === 'failed') changed();
        if (table.result?.rating?.applied && account) void membership.readRating(account);
      },
    });
    changed();
    void membership.signUp(account);
  }

  /** Runs `step` between two accounts, one switch at a time. @throws ParlorError `tables_running` */
  function whileSignedOut(step: () => Promise<void>): Promise<void> {
    const switched = lastSwitch.then(async () => {
      await opening;
      requireIdle(account);
      const previous = account;
      switching = true;
      account = null;
      membership.leave();
      try {
        await previous?.dispose();
        await step();
      } finally {
        await ensureAccount().finally(() => {
          switching = false;
        });
        changed();
      }
    });
    lastSwitch = switched.catch(() => {});
    return switched;
  }

  const boardUrl = (manifest_hash: string): string | null => urlOfBoard?.(boardLabel(manifest_hash)) ?? null;
  const studio = createStudio({ dataDir, resourcesDir, library, launchHooks, boardUrl, emit });
  const parts: CoreParts = {
    dataDir,
    shell,
    get identity() {
      return identity;
    },
    identities,
    settings,
    clients,
    communities,
    get connection() {
      return community.connection;
    },
    network,
    library,
    catalogue,
    launchHooks,
    studio,
    emit,
    account() {
      if (account) return account;
      throw identity.state === 'locked' ? keyLocked() : keyMissing();
    },
    get maybeAccount() {
      return account;
    },
    state,
    openAccount: ensureAccount,
    whileSignedOut,
    async switchTo(public_key) {
      await identities.folderOf(public_key);
      await whileSignedOut(async () => {
        await identities.use(public_key);
        identity.dispose();
        identity = await openIdentityInUse();
      });
    },
    moveTo: (url) =>
      whileSignedOut(async () => {
        await settings.change({ community: url });
        if (url === community.server) return;
        const before = community;
        community = connectionTo(url);
        house.setCommunity(null);
        network.follow();
        await communities.markUsed(url);
        await before.connection.dispose();
        await before.transport.close();
        if (connecting) community.connection.start();
      }),
    async changeSettings(change) {
      const value = await settings.change(change);
      house.setStrength(strengthOf(value));
      community.transport.reach({ relays: value.relays });
      changed();
      return value;
    },
    retry() {
      membership.clearProblem();
      connecting = true;
      community.connection.retry();
      if (identity.state === 'unreadable') void identity.reload().then(ensureAccount, () => {});
      account?.tables.flush();
      account?.live.retry();
      if (account) void membership.signUp(account);
    },
    stopWork: membership.stopWork,
    handOver: () => isIdle(account) && (config.onHandOver?.() ?? false),
    boardUrl(manifest_hash) {
      const url = boardUrl(manifest_hash);
      if (url === null) throw new ParlorError('bundle_missing', 'Boards are not served yet.');
      return url;
    },
    windowLink: () => windowLink?.() ?? null,
    showFolder: config.showFolder ?? null,
    changed,
  };
  const handlers = bridgeHandlers(parts);
  let ownerSocket: OwnerSocket | null = null;

  return {
    handlers,
    boards: library.boards,
    setBoardUrl(urlOf) {
      urlOfBoard = urlOf;
    },
    setWindowLink(link) {
      windowLink = link;
    },
    onEvent,
    idle: async () => ownerSocket?.idle(),
    async start({ connect } = { connect: true }) {
      connecting = connect;
      if (connect) {
        community.connection.start();
        if (community.server === null && shell !== 'terminal') house.prepare();
      }
      network.follow();
      await communities.markUsed(community.server);
      await ensureAccount();
      // Only now, since most calls from other processes need an account.
      if (!disposed) ownerSocket = await listenForClients(dataDir, { handlers, onEvent }, errorLog.write);
    },
    async dispose({ discard } = { discard: false }) {
      if (disposed) return;
      disposed = true;
      // Rejects new connections; clients retry.
      ownerSocket?.refuse();
      membership.stopWork();
      // Other processes are still connected, and receive the end of their tables.
      await account?.dispose();
      await Promise.all([studio.dispose(), network.dispose()]);
      await ownerSocket?.close();
      await house.dispose();
      await community.transport.close();
      await community.connection.dispose();
      errorLog.close();
      await lock.release({ discard });
    },
  };
}

/** The start-up phase that a window shows. */
function phaseOf(identity: IdentityStore, registered: boolean): AppState['phase'] {
  if (identity.state === 'missing') return 'first_run';
  if (identity.state === 'locked' || identity.state === 'unreadable') return identity.state;
  return registered ? 'ready' : 'registering';
}
