/** Programs that play over MCP: who is connected, what the person allows each of them, and how much they play. */
import { randomUUID } from 'node:crypto';
import { type McpClient, noPermissions, type Permissions, type Releases } from '../../shared/bridge/clients.ts';
import { isRated } from '../../shared/community/rating.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type ClientRef, type ClientState, clientNameMaxCharacters } from '../../shared/tables/client.ts';
import { openClientsFile, type StoredClient } from './clients-file.ts';

/** An action that needs permission. */
export type ClientAction = Exclude<keyof Permissions, 'tables_at_once' | 'games_per_hour'>;

export interface ClientsConfig {
  dataDir: string;
  now?: () => number;
  onChange(): void;
}

/** Registers a listener for the end of a connection. */
export type OnClose = (listener: () => void) => void;

export interface Clients {
  /** The most recently seen first. */
  list(): Omit<McpClient, 'tables'>[];
  readonly releases: Releases;
  /**
   * Registers a connection of the client with this name, and creates the client if there is none. `allow`: as in the bridge's
   * `clients.connect`. Counts as connected until the listener of `onClose` is called.
   */
  connect(announced: { name: string; allow: Permissions | null }, onClose: OnClose): Promise<ClientRef>;
  /** State of a client for a seat at a game of this family: `removed` if it may not play such games. */
  stateAt(client_id: string, family: string | null): ClientState;
  /** Rejects `not_found`. */
  allow(client_id: string, permissions: Permissions): Promise<void>;
  forget(client_id: string): Promise<void>;
  release(kind: keyof Releases, id: string, released: boolean): Promise<void>;
  /** @throws ParlorError `forbidden`, with the missing permission in its detail; also for a client that was forgotten */
  require(client_id: string, ...actions: ClientAction[]): ClientRef;
  /**
   * Runs `start` as one more game of the client. `running`: the number of its tables and open invitations. Rejects `rate_limited` if
   * it has as many as allowed, or has started as many within the last hour; a game that could not start does not count.
   */
  start<T>(client_id: string, running: () => number, start: () => Promise<T>): Promise<T>;
}

const hourMs = 3600_000;
/** Beyond this number, the client not seen for the longest is dropped. */
const clientsMax = 100;

export async function openClients({ dataDir, now = Date.now, onChange }: ClientsConfig): Promise<Clients> {
  const file = await openClientsFile(dataDir);
  const connections = new Map<string, number>();
  const starting = new Map<string, number>();

  const find = (client_id: string) => file.value.clients.find((each) => each.client_id === client_id);

  function get(client_id: string): StoredClient {
    const client = find(client_id);
    if (!client) throw new ParlorError('not_found', 'There is no such client.', { client_id });
    return client;
  }

  async function put(client: StoredClient): Promise<void> {
    const others = file.value.clients.filter(({ client_id }) => client_id !== client.client_id);
    const clients = [client, ...others].sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, clientsMax);
    const saved = file.save({ ...file.value, clients });
    onChange();
    await saved;
  }

  function count(counts: Map<string, number>, client_id: string, change: 1 | -1): number {
    const next = (counts.get(client_id) ?? 0) + change;
    if (next === 0) counts.delete(client_id);
    else counts.set(client_id, next);
    return next;
  }

  return {
    list: () =>
      file.value.clients.map(({ flag: _flag, games: _games, ...client }) => ({
        ...client,
        connected: connections.has(client.client_id),
      })),
    get releases() {
      return file.value.releases;
    },
    async connect({ name, allow }, onClose) {
      const cleanName = clientName(name);
      const at = now();
      const existing = file.value.clients.find((each) => each.name === cleanName);
      const before = existing ?? {
        client_id: randomUUID(),
        permissions: null,
        flag: null,
        first_seen_at: at,
        games: [],
      };
      const isNewGrant = allow !== null && JSON.stringify(allow) !== JSON.stringify(before.flag);
      const granted = isNewGrant ? { permissions: allow, flag: allow } : {};
      const { client_id } = before;
      count(connections, client_id, 1);
      onClose(() => {
        count(connections, client_id, -1);
        onChange();
      });
      await put({ ...before, ...granted, name: cleanName, last_seen_at: at });
      return { client_id, name: cleanName };
    },
    stateAt(client_id, family) {
      const permissions = find(client_id)?.permissions ?? noPermissions;
      if (!permissions[isRated(family) ? 'play_rated' : 'play_unrated']) return 'removed';
      return connections.has(client_id) ? 'connected' : 'away';
    },
    allow: async (client_id, permissions) => put({ ...get(client_id), permissions }),
    async forget(client_id) {
      get(client_id);
      const clients = file.value.clients.filter((each) => each.client_id !== client_id);
      const saved = file.save({ ...file.value, clients });
      onChange();
      await saved;
    },
    async release(kind, id, released) {
      const others = file.value.releases[kind].filter((each) => each !== id);
      const releases = { ...file.value.releases, [kind]: released ? [...others, id] : others };
      const saved = file.save({ ...file.value, releases });
      onChange();
      await saved;
    },
    require(client_id, ...actions) {
      const client = find(client_id);
      const permissions = client?.permissions ?? null;
      const missing = actions.find((action) => !(permissions ?? noPermissions)[action]);
      if (!client || missing) {
        const permission = missing ?? 'play_unrated';
        const detail = { permission, decided: permissions !== null };
        throw new ParlorError('forbidden', `This client may not do this: ${permission}.`, detail);
      }
      return { client_id, name: client.name };
    },
    async start(client_id, running, start) {
      const client = get(client_id);
      const limits = client.permissions ?? noPermissions;
      const at = now();
      const games = client.games.filter((game) => game > at - hourMs);
      if (running() + (starting.get(client_id) ?? 0) >= limits.tables_at_once) {
        const detail = { limit: 'tables_at_once', value: limits.tables_at_once };
        throw new ParlorError('rate_limited', 'This client has as many tables as it may have at once.', detail);
      }
      if (games.length >= limits.games_per_hour) {
        const again_at = games[games.length - limits.games_per_hour]! + hourMs;
        const detail = { limit: 'games_per_hour', value: limits.games_per_hour, again_at };
        throw new ParlorError('rate_limited', 'This client has played as many games as it may in an hour.', detail);
      }
      count(starting, client_id, 1);
      try {
        await put({ ...client, games: [...games, at] });
        return await start();
      } catch (error) {
        const latest = find(client_id);
        if (latest) {
          const index = latest.games.lastIndexOf(at);
          await put({ ...latest, games: latest.games.toSpliced(index, index < 0 ? 0 : 1) });
        }
        throw error;
      } finally {
        count(starting, client_id, -1);
      }
    },
  };
}

/** Removes control, format and unassigned characters and line separators, and limits the length. */
function clientName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  // The cut may leave half of a surrogate pair.
  const cut = plain.slice(0, clientNameMaxCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return cut || 'unnamed';
}
