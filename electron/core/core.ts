/**
 * The main process without its shell, behind the bridge's handlers. The single source of truth; every change is emitted to the windows.
 */
import { inBackground } from '../../shared/background.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, reportError, toProblem } from '../../shared/errors.ts';
import { createClientsEmitter } from '../bridge/clients.ts';
import type { Account, CoreParts } from '../bridge/core-parts.ts';
import { bridgeHandlers } from '../bridge/handlers.ts';
import { openClients } from '../clients/clients.ts';
import { openCommunities } from '../community/communities.ts';
import { openEmbeddedSettings } from '../community/home.ts';
import { countListedTables } from '../community/house-players.ts';
import { selectIdentity } from '../community/identity-choice.ts';
import { withDataDirErrors } from '../files/data-dir.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { createHouseSupervisor, strengthOf } from '../house/supervisor.ts';
import { openIdentities } from '../identity/identities.ts';
import { type IdentityStore, openIdentity } from '../identity/identity.ts';
import { accountError } from '../identity/key-errors.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openCatalogue } from '../library/catalogue.ts';
import { boardLabel, openLibrary } from '../library/library.ts';
import { openNetworkAccess } from '../local-network/local-network.ts';
import { listenForClients, type OwnerSocket } from '../owner/listen.ts';
import { lockDataDir } from '../owner/lock.ts';
import { openSettings } from '../settings/settings.ts';
import { createStudio } from '../studio/studio.ts';
import { createOpenedRecords } from '../tables/records/opened-records.ts';
import { version } from '../version.ts';
import { launchNodeWorker } from '../workers/worker.ts';
import { isIdle, openAccount, requireIdle } from './account.ts';
import { createActiveCommunity } from './active-community.ts';
import { startClocks } from './clocks.ts';
import { communityStateOf } from './community-state.ts';
import type { ActiveCommunity, Core, CoreConfig } from './config.ts';
import { openWithErrorLog } from './error-log.ts';
import { createEvents } from './events.ts';
import { createMembership } from './membership.ts';
import { hasUnsavedPhrase, phaseOf } from './phase.ts';
import { createStateEmitter } from './state-changes.ts';
import { throttleTables } from './throttled-changes.ts';

export type { Core, CoreConfig } from './config.ts';

/** Rejects `data_dir_busy` and `data_dir_unusable`; other problems become part of the state. */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { dataDir, shell, launchHooks = nodeLauncher(), launchWorker = launchNodeWorker } = config;
  const { errorLog, opened: lock } = await openWithErrorLog(dataDir, () => lockDataDir(dataDir));
  const { emit, onEvent } = createEvents();
  const emitClients = createClientsEmitter(emit);
  const emitClientList = () => emitClients({ clients, maybeAccount: account });
  const onClientsChanged = () => {
    account?.tables.updateClients();
    emitClientList();
  };

  const settings = await openSettings(dataDir);
  const clients = await openClients({ dataDir, onChange: onClientsChanged });
  const communities = await openCommunities(dataDir);
  const embeddedSettings = await openEmbeddedSettings(dataDir);
  if (config.allowPlainHttp && config.server !== null) await communities.allowPlainHttp(config.server);
  const resourcesDir = config.resourcesDir ?? defaultResourcesDir();
  const library = await openLibrary({ resourcesDir, dataDir });
  const openedRecords = createOpenedRecords({ library, launchHooks });
  const catalogue = await openCatalogue(dataDir);
  const identities = await openIdentities({ dataDir, keychain: config.keychain });
  const firstServer = config.server ?? settings.value.community;
  await selectIdentity(firstServer, { communities, identities }, { durable: false });
  let identity = await openActiveIdentity();
  let community: ActiveCommunity = openCommunity(firstServer);
  const house = createHouseSupervisor({ dataDir, launchWorker, settings: settings.value, onKeys: onHouseKeys });
  const network = openNetworkAccess({
    dataDir,
    settings,
    embeddedSettings,
    launchWorker,
    override: config.network ?? null,
    communityUrl: () => (community.server === null && isOnline() ? community.connection.url() : null),
    isEmbedded: () => community.server === null,
    onChange: onNetworkChange,
  });

  let account: Account | null = null;
  const houseKeys = new Set<string>();
  let lastSwitch: Promise<void> = Promise.resolve();
  let accountOpening: Promise<void> | null = null;
  /** Why the account could not be opened, although the key is unlocked. */
  let accountProblem: Problem | null = null;
  let switching = false;
  let boardUrlOf: ((label: string) => string) | null = null;
  let createWindowLink: (() => string) | null = null;
  let shouldConnect = false;
  let disposed = false;

  const isOnline = () => community.connection.state.status === 'online';
  const membership = createMembership({
    communities,
    embeddedSettings,
    identity: () => identity,
    server: () => community.server,
    canRegister: () => shell !== 'terminal' && !disposed && isOnline(),
    isCurrent: (candidate) => candidate === account,
    onChange: emitState,
  });

  function openActiveIdentity(): Promise<IdentityStore> {
    return openIdentity({ dataDir, folder: identities.folder, keychain: config.keychain, onChange: () => emitState() });
  }

  async function reopenIdentity(): Promise<void> {
    identity.dispose();
    identity = await openActiveIdentity();
  }

  function openCommunity(server: string | null): ActiveCommunity {
    const { relays } = settings.value;
    const config = { dataDir, communities, embeddedSettings, launchWorker, relays };
    return createActiveCommunity(server, { ...config, onChange: onConnectionChange });
  }

  function state(): AppState {
    return {
      version,
      shell,
      phase: phaseOf(identity, membership.registered),
      house_sign: identity.houseSign,
      identity: identity.identity,
      me: membership.me,
      community: communityStateOf(community.connection.state, account?.lobby.problem ?? null),
      network: network.state,
      work: membership.work,
      words_due: hasUnsavedPhrase(identity) && (account?.tables.lists.hasFinished() ?? false),
      settings: settings.value,
      problem:
        accountProblem ?? membership.problem ?? identity.problem ?? settings.problem ?? community.connection.notice,
    };
  }

  /** While there is no state to show: the key is open, but its account isn't yet. */
  const isBetweenAccounts = () => switching || (identity.state === 'open' && !account && !accountProblem);

  const clocks = startClocks(() => community.connection, emit);
  const emitChangedState = createStateEmitter(emit);
  function emitState(): void {
    if (!disposed && !isBetweenAccounts()) emitChangedState(state());
  }

  const tableChanges = throttleTables((table) => {
    emit('tables', 'changed', table);
    emitClientList();
    emitState();
    if (table.result?.rating?.applied && account) inBackground('rating', membership.loadRating(account));
  });

  /** Tables are reachable from the same network as the community on this computer. */
  function onNetworkChange(): void {
    if (community.server === null) {
      community.transport.reconfigure({ reach: network.reach });
      community.connection.announceUrls(network.urls);
      house.setReach(network.reach);
    }
    emitState();
  }

  function onConnectionChange(): void {
    const { state, url } = community.connection;
    network.recheck();
    if (state.status === 'online') {
      if (shell !== 'terminal') house.setCommunity(state.embedded ? url() : null);
      account?.tables.flush();
      account?.eventStream.retry();
      account?.lobby.refresh();
      signUp();
    } else if (state.status === 'offline') {
      account?.lobby.markOffline(state.problem as Problem | null);
    }
    emitState();
  }

  function onHouseKeys(keys: string[]): void {
    for (const key of keys) houseKeys.add(key);
    account?.people.clearCache();
    account?.lobby.redraw();
  }

  /** Opens the account if the key is unlocked and no account is open. Concurrent calls share one attempt. */
  function ensureAccount(): Promise<void> {
    accountOpening ??= openMissingAccount().finally(() => {
      accountOpening = null;
    });
    return accountOpening;
  }

  async function openMissingAccount(): Promise<void> {
    if (account || identity.state !== 'open') return;
    account = await withDataDirErrors(dataDir, openCurrentAccount).catch((error: unknown) => {
      accountProblem = toProblem(error);
      emitState();
      throw error;
    });
    accountProblem = null;
    emitState();
    signUp();
  }

  function openCurrentAccount(): Promise<Account> {
    return openAccount({
      folder: identities.folder,
      identity,
      ...community,
      ...{ library, catalogue, settings, openedRecords, launchHooks, houseKeys },
      rating: () => membership.me?.rating ?? null,
      houseTableCount() {
        const strength = strengthOf(settings.value);
        return community.server !== null || strength === null || shell === 'terminal' ? 0 : countListedTables(strength);
      },
      emit,
      seesEnds: shell === 'terminal',
      clientState: (client_id, rated) => clients.stateAt(client_id, rated),
      onTableChange: tableChanges.push,
      onLobbyChange: emitState,
    });
  }

  /** After the disk of this computer, or the key on it, could not be used. */
  async function reopenAccount(): Promise<void> {
    if (identity.state === 'unreadable') await identity.reload();
    await ensureAccount();
  }

  function signUp(): void {
    if (account) inBackground('registration', membership.signUp(account));
  }

  /** Runs `task` between two accounts, one switch at a time. @throws ParlorError `tables_running` */
  function whileSignedOut(task: () => Promise<void>): Promise<void> {
    const accountSwitch = lastSwitch.then(async () => {
      await accountOpening;
      requireIdle(account);
      const previous = account;
      switching = true;
      account = null;
      membership.reset();
      try {
        await previous?.dispose();
        await task();
      } finally {
        await ensureAccount().finally(() => {
          switching = false;
        });
        emitState();
      }
    });
    lastSwitch = accountSwitch.catch(() => {
      // The caller handles it.
    });
    return accountSwitch;
  }

  const boardUrl = (manifest_hash: string): string | null => boardUrlOf?.(boardLabel(manifest_hash)) ?? null;
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
    openedRecords,
    studio,
    emit,
    account() {
      if (account) return account;
      throw accountError(identity.state === 'locked', accountProblem);
    },
    get maybeAccount() {
      return account;
    },
    state,
    accountSettled() {
      if (!isBetweenAccounts() || disposed) return null;
      return switching ? lastSwitch : ensureAccount();
    },
    openAccount: ensureAccount,
    whileSignedOut,
    async switchIdentity(public_key) {
      await identities.folderOf(public_key);
      await whileSignedOut(async () => {
        await communities.chooseIdentity(community.server, public_key);
        await identities.use(public_key);
        await reopenIdentity();
      });
    },
    switchCommunity: (url) =>
      whileSignedOut(async () => {
        await settings.change({ community: url });
        if (await selectIdentity(url, { communities, identities })) await reopenIdentity();
        if (url === community.server) return;
        const previousCommunity = community;
        community = openCommunity(url);
        house.setCommunity(null);
        network.recheck();
        inBackground('list of communities', communities.markUsed(url));
        await previousCommunity.connection.dispose();
        await previousCommunity.transport.close();
        if (shouldConnect) community.connection.start();
      }),
    async changeSettings(change) {
      // After a failure, windows may have seen the change that was not stored.
      const value = await settings.change(change).finally(emitState);
      house.setSettings(value);
      community.transport.reconfigure({ relays: value.relays });
      return value;
    },
    retry(admissionCode) {
      membership.prepareRetry(admissionCode);
      shouldConnect = true;
      inBackground('account', reopenAccount());
      account?.tables.flush();
      account?.eventStream.retry();
      account?.lobby.refresh();
      signUp();
      return community.connection.retry();
    },
    stopWork: membership.stopWork,
    handOver: () => isIdle(account) && (config.onHandOver?.() ?? false),
    boardUrl(manifest_hash) {
      const url = boardUrl(manifest_hash);
      if (url === null) throw new ParlorError('bundle_missing', 'Boards are not served yet.');
      return url;
    },
    windowLink: () => createWindowLink?.() ?? null,
    showFolder: config.showFolder ?? null,
    openPictureTaker: config.openPictureTaker ?? null,
    emitState,
    clocks: clocks.read,
  };
  const handlers = bridgeHandlers(parts);
  let ownerSocket: OwnerSocket | null = null;

  return {
    handlers,
    boards: library.boards,
    setBoardUrl(urlOf) {
      boardUrlOf = urlOf;
    },
    setSystemLanguages: house.setSystemLanguages,
    setWindowLink(link) {
      createWindowLink = link;
    },
    onEvent,
    whenIdle: async () => ownerSocket?.whenIdle(),
    async start({ connect } = { connect: true }) {
      shouldConnect = connect;
      if (connect) {
        community.connection.start();
        if (community.server === null && shell !== 'terminal') house.prepare();
      }
      network.recheck();
      inBackground('list of communities', communities.markUsed(community.server));
      // The state has the problem, and `retry` tries again.
      await ensureAccount().catch((error: unknown) => reportError(error, 'account'));
      // Only now, since most calls from other processes need an account.
      if (!disposed) ownerSocket = await listenForClients(dataDir, { handlers, onEvent }, errorLog.write);
    },
    async dispose({ discard } = { discard: false }) {
      if (disposed) return;
      disposed = true;
      clocks.stop();
      // Rejects new connections; clients retry.
      ownerSocket?.stopAccepting();
      membership.stopWork();
      // Other processes are still connected, and receive the end of their tables.
      await account?.dispose();
      tableChanges.flush();
      await Promise.all([studio.dispose(), network.dispose(), communities.written()]);
      await ownerSocket?.close();
      await house.dispose();
      await community.transport.close();
      await community.connection.dispose();
      errorLog.close();
      await lock.release({ discard });
    },
  };
}
