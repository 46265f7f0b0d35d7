/** The house players: each has its own identity, registers, and hosts one table after another. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inBackground } from '../../shared/background.ts';
import type { HouseStrength } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Language } from '../../shared/language.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import {
  countListedTables,
  type HousePlayer,
  housePlayers,
  housePlayersAt,
  sortForLobby,
} from '../community/house-players.ts';
import { createPeople } from '../community/people.ts';
import { register } from '../community/registration.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { threadLauncher } from '../hooks/thread-launcher.ts';
import { openIdentity } from '../identity/identity.ts';
import { type LibraryProtocol, openLibrary } from '../library/library.ts';
import { publishBundled } from '../library/publishing/publish.ts';
import { createTransport, type Reach } from '../p2p/iroh-transport.ts';
import { openTables, type Tables } from '../tables/table-registry.ts';
import { retry } from '../time/retry.ts';
import { type Greeter, welcomeNewcomers } from './welcome.ts';

export interface House {
  /** Public keys of all house players. */
  readonly keys: string[];
  /** Which players host from now on; null for none. Games in progress continue to their end. */
  setStrength(strength: HouseStrength | null): void;
  /** Resolves once no player should host and no game is in progress. */
  readonly idle: Promise<void>;
  /** Sets from where the tables can be reached from now on. */
  setReach(reach: Reach): void;
  /** Sets the language in which newcomers are greeted. */
  setLanguage(language: Language): void;
  dispose(): Promise<void>;
}

/** An idle guest must not keep others out: the player opens another table, up to this many games at a time. */
const gamesPerPlayer = 4;
const stallPollMs = 1_000;
/** Delay before each move in milliseconds, so that a person can follow. */
const paceMs = 600;
/** Delay before each player that the lobby does not wait for, so that opening all tables does not slow down the user's first game. */
const laterPlayerDelayMs = 500;

export async function runHouse(config: {
  /** URL of the community, once it can be reached. */
  server: Promise<string>;
  dataDir: string;
  resourcesDir: string;
  strength: HouseStrength;
  language: Language;
  reach: Reach;
  /** Called once per game, when a guest has joined. */
  launchHooks?: LaunchHooks;
}): Promise<House> {
  const transport = createTransport({ reach: config.reach });
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const { launchHooks = threadLauncher() } = config;
  // Shared by all players, so that another player costs little more than its endpoint.
  const library = await openLibrary(config);
  let server: string | null = null;
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const serverKnown = config.server.then((url) => {
    server = url;
  });
  const unsignedClient = createCommunityClient({ url: () => server, signer: null });
  const people = createPeople(unsignedClient);
  let { language } = config;
  let activePlayers = new Set(housePlayersAt(config.strength));
  /** Called when `activePlayers` has changed. */
  const activityListeners = new Set<() => void>();
  const hosts = new Map<HousePlayer, Omit<Greeter, 'post_id'> & { tables: Tables }>();
  /** Number of tables that are waiting for a guest or in play. */
  let openTableCount = 0;
  const { promise: idle, resolve: resolveIdle } = Promise.withResolvers<void>();
  const resolveIfIdle = () => void (activePlayers.size === 0 && openTableCount === 0 && resolveIdle());
  const players = await Promise.all(
    sortForLobby(housePlayers, config.strength).map(async (player) => {
      const dataDir = join(config.dataDir, player.slug);
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const identity = await openIdentity({ dataDir, keychain: null });
      const isNew = identity.state === 'missing';
      if (isNew) await identity.create({ nickname: player.nickname, bio: player.bio, passphrase: null });
      return { player, dataDir, identity, isNew };
    }),
  );

  const listedPlayers = new Set(players.slice(0, countListedTables(config.strength)).map(({ player }) => player));
  const keys = players.flatMap(({ identity }) => (identity.identity ? [identity.identity.public_key] : []));

  /** Repeats work that fails while the community is starting or unreachable. */
  const retryUntilStopped = <T>(work: () => Promise<T>): Promise<T> =>
    retry(work, {
      firstMs: 1_000,
      longestMs: 5_000,
      signal,
      isRetryable(error) {
        if (!signal.aborted) process.stderr.write(`${String(error)}\n`);
        return true;
      },
    });

  /** Players register one after another, because each needs a proof of work; `sortForLobby` decides who is first. */
  let registrations: Promise<unknown> = Promise.resolve();
  const publications = new Map<LibraryProtocol, Promise<unknown>>();
  async function openPlayerTables(
    { player, dataDir, identity, isNew }: (typeof players)[number],
    protocol: LibraryProtocol,
  ): Promise<Tables> {
    const { signer, opener } = identity;
    const { nickname, bio } = player;
    const client = createCommunityClient({ url: () => server, signer });
    const registration = registrations.then(async () => {
      await Promise.race([serverKnown, closed]);
      if (!listedPlayers.has(player)) await delay(laterPlayerDelayMs, undefined, { signal });
      await retryUntilStopped(() => register({ client, signer, nickname, bio, signal }));
    });
    registrations = registration.catch(() => {
      // Awaited below; the next player registers anyway.
    });
    await registration;
    // Several players may host the same protocol.
    const publication = publications.get(protocol) ?? retryUntilStopped(() => publishBundled(client, protocol));
    publications.set(protocol, publication);
    await publication;
    if (!isNew) await retryUntilStopped(() => withdrawOldInvitations(client));
    const parts = { dataDir, signer, opener, client, people, library, transport, launchHooks };
    const tables = await retryUntilStopped(() => openTables({ ...parts, onChange: () => {} }));
    hosts.set(player, { client, signer, nickname, tables });
    return tables;
  }

  async function keepHosting(entry: (typeof players)[number]): Promise<void> {
    const { player } = entry;
    await untilActive(player);
    if (signal.aborted) return;
    const protocol = library.list().find(({ folder }) => folder === player.protocol);
    if (!protocol)
      throw new ParlorError('protocol_missing', `The rules of ${player.protocol} are not bundled with Parlor.`);
    const tables = await openPlayerTables(entry, protocol);
    signal.addEventListener('abort', () => inBackground('house player', tables.dispose()), { once: true });
    // A signal that is already aborted fires no event.
    if (signal.aborted) return tables.dispose();
    const games = new Set<Promise<void>>();
    // Games of an earlier process count, too, although their guests may never come back.
    addGame(games, tables.whenIdle());
    try {
      while (!signal.aborted) {
        await untilActive(player);
        await retryUntilStopped(() => hostOnce(player, protocol.protocol_id, tables, games));
        await makeRoom(tables, games);
      }
    } finally {
      await tables.dispose();
    }
  }

  /** Resolves once a guest was seated, whose game is added to `games` until it is over, or the table was withdrawn. */
  async function hostOnce(
    player: HousePlayer,
    protocol_id: string,
    tables: Tables,
    games: Set<Promise<void>>,
  ): Promise<void> {
    if (!activePlayers.has(player)) return;
    const { strength, message } = player;
    const manner = strength === null ? {} : { manner: strength };
    const hostedTable = await tables.host({ protocol_id, control_mode: 'autonomous', ...manner, message, paceMs });
    // Withdraws a waiting invitation; a game in progress continues.
    const cancelIfInactive = () => {
      if (!activePlayers.has(player)) inBackground('house player', hostedTable.cancel());
    };
    activityListeners.add(cancelIfInactive);
    cancelIfInactive();
    const game = hostedTable.ended.finally(() => activityListeners.delete(cancelIfInactive));
    addGame(games, game);
    if ((await hostedTable.table) === null) await game;
  }

  /** Counts a game until it is over; the house is idle once all are. */
  function addGame(games: Set<Promise<void>>, ended: Promise<void>): void {
    openTableCount += 1;
    const game = ended.finally(() => {
      games.delete(game);
      openTableCount -= 1;
      resolveIfIdle();
    });
    games.add(game);
    inBackground('house player', game);
  }

  /** Waits until the player may take another game, and meanwhile leaves tables whose guests stall. */
  async function makeRoom(tables: Tables, games: ReadonlySet<Promise<void>>): Promise<void> {
    while (games.size >= gamesPerPlayer && !signal.aborted) {
      const pause = delay(stallPollMs, undefined, { signal }).catch(() => {
        // The house is closed.
      });
      await Promise.race([...games, pause]);
      if (games.size < gamesPerPlayer) return;
      for (const { table_id, stall } of tables.running()) {
        if (stall === null) continue;
        await tables.leave(table_id).catch(() => {
          // The guest has played in the meantime, or the table has ended.
        });
      }
    }
  }

  /** Resolves once this player should host, or the house is closed. */
  function untilActive(player: HousePlayer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => void ((signal.aborted || activePlayers.has(player)) && resolve());
    activityListeners.add(check);
    signal.addEventListener('abort', check, { once: true });
    check();
    return promise.finally(() => {
      activityListeners.delete(check);
      signal.removeEventListener('abort', check);
    });
  }

  /** The first active player; null while it is in a game, so that newcomers are greeted with its next table. */
  function greeter(): Greeter | null {
    const firstActive = housePlayers.find((player) => activePlayers.has(player));
    const host = firstActive && hosts.get(firstActive);
    const post_id = host?.tables.listHosted()[0]?.post_id;
    return host && post_id !== undefined ? { ...host, post_id } : null;
  }

  const hosting = players.map((entry) =>
    keepHosting(entry).catch((error: unknown) => {
      if (!signal.aborted) process.stderr.write(`${entry.player.nickname}: ${String(error)}\n`);
    }),
  );
  const welcoming = welcomeNewcomers({
    client: unsignedClient,
    housePlayers: new Set(keys),
    path: join(config.dataDir, 'welcomed.json'),
    greeter,
    language: () => language,
    signal,
  });
  return {
    keys,
    setReach: (reach) => transport.reconfigure({ reach }),
    setLanguage(newLanguage) {
      language = newLanguage;
    },
    idle,
    setStrength(strength) {
      activePlayers = new Set(strength === null ? [] : housePlayersAt(strength));
      for (const listener of [...activityListeners]) listener();
      resolveIfIdle();
    },
    async dispose() {
      shutdown.abort();
      close();
      await Promise.all([...hosting, welcoming]);
      await transport.close();
    },
  };
}

/** Withdraws the invitations of an earlier run. */
async function withdrawOldInvitations(client: CommunityClient): Promise<void> {
  const { body } = await client.call('GET /api/v1/invitations', { query: { mine: 'true', limit: 100 } });
  for (const { post_id } of body.results) {
    // It expires.
    await client.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }).catch(() => {});
  }
}
