/**
 * Main without its shell: settings, identity, community, library, lobby, tables and the house, behind the bridge's handlers.
 * Main is the truth; every change is told to the windows as a whole snapshot.
 */
import type { AppState } from '../shared/bridge/contract.ts';
import { startRating } from '../shared/community/elo.ts';
import { ParlorError, type Problem, toProblem } from '../shared/errors.ts';
import { bridgeHandlers } from './bridge/handlers.ts';
import { createCommunityClient } from './community/client.ts';
import { openCommunities } from './community/communities.ts';
import { createCommunityLink, isLoopback } from './community/link.ts';
import { register } from './community/registration.ts';
import type { Core, CoreConfig, Place } from './core-config.ts';
import type { CoreParts, Seat } from './core-parts.ts';
import { examine } from './doctor/doctor.ts';
import { createEvents } from './events.ts';
import { lockDataDir } from './files/lock.ts';
import { nodeLauncher } from './hooks/node-launcher.ts';
import { createHouseKeeper, strengthOf } from './house/keeper.ts';
import { type IdentityStore, openIdentity } from './identity/identity.ts';
import { openRoster } from './identity/roster.ts';
import { openCatalogue } from './library/catalogue.ts';
import { boardLabel, defaultResourcesDir, openLibrary } from './library/library.ts';
import { openNetworkDoor } from './network/network.ts';
import { listenForOthers, type OwnerSocket } from './owner/listen.ts';
import { createTransport } from './p2p/iroh.ts';
import { phaseOf } from './phase.ts';
import { requireIdle, takeSeat } from './seat.ts';
import { openSettings } from './settings/settings.ts';
import { createStudio } from './studio/studio.ts';
import { launchNodeWorker } from './workers/worker.ts';

export type { Core, CoreConfig } from './core-config.ts';

export const version = '0.1.0';

/** Rejects `data_dir_busy` and `data_dir_unusable`; all else becomes a state with a way on. */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { dataDir, shell, launchHooks = nodeLauncher(), launchWorker = launchNodeWorker } = config;
  const lock = await lockDataDir(dataDir);
  const { emit, onEvent } = createEvents();

  const settings = await openSettings(dataDir);
  const communities = await openCommunities(dataDir);
  if (config.allowPlainHttp && config.server !== null) await communities.allowPlainHttp(config.server);
  const resourcesDir = config.resourcesDir ?? defaultResourcesDir();
  const library = await openLibrary({ resourcesDir, dataDir });
  const catalogue = await openCatalogue(dataDir);
  const roster = await openRoster({ dataDir, keychain: config.keychain });
  let identity = await openIdentityInUse();
  let place: Place = placeOf(config.server ?? settings.value.community);
  const house = createHouseKeeper({ dataDir, launchWorker, strength: strengthOf(settings.value), onKeys: onHouse });
  const network = openNetworkDoor({
    dataDir,
    settings,
    launchWorker,
    asked: config.network ?? null,
    community: () => (place.server === null && place.link.state.status === 'online' ? place.link.url() : null),
    embedded: () => place.server === null,
    onChange: onNetwork,
  });

  let seat: Seat | null = null;
  let houseKeys: string[] = [];
  let me: AppState['me'] = null;
  let work: AppState['work'] = null;
  let registering: { seat: Seat; stop: AbortController } | null = null;
  let moving: Promise<void> = Promise.resolve();
  let entering: Promise<void> | null = null;
  /** Between two seats there is nothing to show. */
  let absent = false;
  let registered = false;
  let problem: Problem | null = null;
  let urlOfBoard: ((label: string) => string) | null = null;
  let windowLink: (() => string) | null = null;
  let disposed = false;

  function openIdentityInUse(): Promise<IdentityStore> {
    return openIdentity({
      dataDir,
      folder: roster.folder,
      keychain: config.keychain,
      onChange: () => changed(),
    });
  }

  function placeOf(server: string | null): Place {
    const link = createCommunityLink({
      server,
      dataDir,
      launchWorker,
      refusal: () => communities.refusal(server),
      onChange: onLink,
    });
    const preset = server === null || isLoopback(server) ? 'loopback' : 'network';
    return { server, link, transport: createTransport({ preset }) };
  }

  function state(): AppState {
    const words = identity.identity?.words_confirmed ?? true;
    const finished = seat?.tables.list().some(({ phase }) => phase === 'finished') ?? false;
    return {
      version,
      shell,
      phase: phaseOf(identity, registered),
      house_sign: identity.houseSign,
      identity: identity.identity,
      me,
      community: place.link.state,
      network: network.state,
      work,
      words_due: finished && !words,
      settings: settings.value,
      problem: problem ?? identity.problem ?? settings.problem ?? lock.notice,
    };
  }

  let told = '';
  function changed(): void {
    if (disposed || absent) return;
    const next = state();
    const text = JSON.stringify(next);
    if (text === told) return;
    told = text;
    emit('app', 'changed', next);
  }

  /** Tables of the community on this computer can be called by whoever reaches that. */
  function onNetwork(): void {
    if (place.server === null) {
      place.transport.reach(network.reach);
      house.reach(network.reach);
    }
    changed();
  }

  function onLink(): void {
    const { state, url } = place.link;
    network.follow();
    if (state.status === 'online') {
      if (shell !== 'terminal') house.serve(state.embedded ? url() : null);
      seat?.tables.poke();
      seat?.live.retry();
      seat?.lobby.refresh();
      if (seat && !registered) void signUp(seat);
    } else if (state.status === 'offline') {
      seat?.lobby.away(state.problem as Problem | null);
    }
    changed();
  }

  function onHouse(keys: string[]): void {
    houseKeys = keys;
    seat?.people.setHouse(keys);
    seat?.lobby.refresh();
  }

  /** Sits down where the key is open. Whoever asks while that is under way waits for the same. */
  function enter(): Promise<void> {
    entering ??= sit().finally(() => {
      entering = null;
    });
    return entering;
  }

  async function sit(): Promise<void> {
    if (seat || identity.state !== 'open') return;
    seat = await takeSeat({
      folder: roster.folder,
      identity,
      ...place,
      library,
      catalogue,
      launchHooks,
      houseKeys,
      rating: () => me?.rating ?? null,
      emit,
      onTable(table) {
        emit('tables', 'changed', table);
        if (table.phase === 'finished' || table.phase === 'failed') changed();
        if (table.result?.rating?.applied && seat) void readRating(seat);
      },
    });
    changed();
    void signUp(seat);
  }

  /** Registers behind whatever the person looks at; tried again whenever the community comes back. */
  async function signUp(mine: Seat): Promise<void> {
    if (shell === 'terminal' || registering || registered || disposed || place.link.state.status !== 'online') return;
    const stop = new AbortController();
    const trying = { seat: mine, stop };
    registering = trying;
    const started_at = Date.now();
    const { server } = place;
    try {
      const { nickname, bio } = identity.identity!;
      const agent = await register({
        client: mine.client,
        signer: identity.signer,
        nickname,
        bio,
        signal: stop.signal,
        onWork(difficulty, { tries, chance }) {
          work = { kind: 'proof_of_work', started_at, tries, difficulty, chance };
          changed();
        },
      });
      await communities.registered(server, agent);
      if (seat !== mine) return;
      registered = true;
      problem = null;
      me = { agent_id: agent.agent_id, rating: startRating, games_played: 0 };
      await readRating(mine);
      mine.lobby.start();
      mine.live.start();
    } catch (error) {
      if (seat === mine && !stop.signal.aborted) problem = toProblem(error);
    } finally {
      if (registering === trying) {
        registering = null;
        work = null;
      }
      changed();
    }
  }

  /** One move at a time. */
  function away(step: () => Promise<void>): Promise<void> {
    const move = moving.then(async () => {
      await entering;
      requireIdle(seat);
      const left = seat;
      absent = true;
      registering?.stop.abort();
      [seat, me, work, registering, registered, problem] = [null, null, null, null, false, null];
      try {
        await left?.leave();
        await step();
      } finally {
        await enter().finally(() => {
          absent = false;
        });
        changed();
      }
    });
    moving = move.catch(() => {});
    return move;
  }

  async function readRating({ client, lobby }: Seat): Promise<void> {
    if (!me) return;
    try {
      const { body } = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: me.agent_id } });
      if (!me || me.agent_id !== body.agent_id) return;
      me = { agent_id: body.agent_id, rating: body.rating, games_played: body.games_played };
      lobby.refresh();
      changed();
    } catch {
      // The number on screen stays as it was; the next game or start asks again.
    }
  }

  const boardUrl = (manifest_hash: string): string | null => urlOfBoard?.(boardLabel(manifest_hash)) ?? null;
  const studio = createStudio({ dataDir, resourcesDir, library, launchHooks, boardUrl, emit });
  const parts: CoreParts = {
    dataDir,
    shell,
    get identity() {
      return identity;
    },
    roster,
    settings,
    communities,
    get link() {
      return place.link;
    },
    network,
    library,
    catalogue,
    launchHooks,
    studio,
    emit,
    seat() {
      if (seat) return seat;
      throw identity.state === 'locked'
        ? new ParlorError('identity_locked', 'The key is locked. Give the passphrase to open it.')
        : new ParlorError('identity_missing', 'There is no key on this computer yet. Make one first.');
    },
    get maybeSeat() {
      return seat;
    },
    state,
    enter,
    away,
    async switchTo(public_key) {
      await roster.folderOf(public_key);
      await away(async () => {
        await roster.use(public_key);
        identity.dispose();
        identity = await openIdentityInUse();
      });
    },
    moveTo: (url) =>
      away(async () => {
        await settings.change({ community: url });
        if (url === place.server) return;
        const before = place;
        place = placeOf(url);
        house.serve(null);
        network.follow();
        await communities.used(url);
        await before.link.dispose();
        await before.transport.close();
        place.link.start();
      }),
    async changeSettings(change) {
      const value = await settings.change(change);
      house.seat(strengthOf(value));
      changed();
      return value;
    },
    retry() {
      problem = null;
      place.link.retry();
      if (identity.state === 'unreadable') void identity.reload().then(enter, () => {});
      seat?.tables.poke();
      if (seat) void signUp(seat);
    },
    stopWork: () => registering?.stop.abort(),
    boardUrl(manifest_hash) {
      const url = boardUrl(manifest_hash);
      if (url === null) throw new ParlorError('bundle_missing', 'Boards are not served yet.');
      return url;
    },
    doctor: (offline) =>
      examine({
        dataDir,
        folder: roster.folder,
        version,
        identity: identity.identity,
        phase: state().phase,
        community: place.link.state,
        opened: network.state,
        client: createCommunityClient({ url: () => place.link.url(), signer: null }),
        launchHooks,
        offline,
      }),
    windowLink: () => windowLink?.() ?? null,
    changed,
  };
  const handlers = bridgeHandlers(parts);
  let others: OwnerSocket | null = null;

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
    idle: async () => others?.idle(),
    async start() {
      place.link.start();
      network.follow();
      await communities.used(place.server);
      await enter();
      // Before it sits, nothing that others ask could be answered.
      if (!disposed) others = await listenForOthers(dataDir, { handlers, onEvent }, config.report ?? (() => {}));
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      // Whoever comes from now on waits for the next owner.
      others?.refuse();
      registering?.stop.abort();
      // Whoever is attached still hears how its table ended.
      await seat?.leave();
      await Promise.all([studio.dispose(), network.dispose()]);
      await others?.close();
      await house.dispose();
      await place.transport.close();
      await place.link.dispose();
      await lock.release();
    },
  };
}
