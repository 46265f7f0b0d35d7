/** Programs that play over MCP: who is connected, what the person allows each of them, and how much they play. */
import { randomUUID } from 'node:crypto';
import type { McpClient, Permissions, Releases } from '../../shared/bridge/clients.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isBlank } from '../../shared/peer-text.ts';
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
  connect(announcement: { name: string; allow: Permissions | null }, onClose: OnClose): Promise<ClientRef>;
  /** State of a client for a seat at a rated or unrated game: `removed` if it may not play such games. */
  stateAt(client_id: string, rated: boolean): ClientState;
  /** Rejects `not_found`. */
  allow(client_id: string, permissions: Permissions): Promise<void>;
  forget(client_id: string): Promise<void>;
  release(kind: keyof Releases, id: string, released: boolean): Promise<void>;
  /** @throws ParlorError `forbidden`, with the missing permission in its detail; also for a client that was forgotten */
  require(client_id: string, ...actions: ClientAction[]): ClientRef;
  /**
   * Runs `start` as one more game of the client. `countTables` counts its tables and open invitations. Rejects `rate_limited` if
   * it has as many as allowed, or has started as many within the last hour; a game that could not start does not count.
   */
  start<T>(client_id: string, countTables: () => number, start: () => Promise<T>): Promise<T>;
}

const msPerHour = 3600_000;
/** Beyond this number, the client not seen for the longest is dropped. */
const maxClients = 100;

export async function openClients({ dataDir, now = Date.now, onChange }: ClientsConfig): Promise<Clients> {
  const file = await openClientsFile(dataDir);
  const connectionCounts = new Map<string, number>();
  const startingCounts = new Map<string, number>();

  const findClient = (client_id: string) => file.value.clients.find((client) => client.client_id === client_id);

  function getClient(client_id: string): StoredClient {
    const client = findClient(client_id);
    if (!client) throw new ParlorError('not_found', 'There is no such client.', { client_id });
    return client;
  }

  async function saveClient(client: StoredClient): Promise<void> {
    const otherClients = file.value.clients.filter(({ client_id }) => client_id !== client.client_id);
    const clients = [client, ...otherClients].sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, maxClients);
    const saving = file.save({ ...file.value, clients });
    onChange();
    await saving;
  }

  function adjustCount(counts: Map<string, number>, client_id: string, change: 1 | -1): number {
    const newCount = (counts.get(client_id) ?? 0) + change;
    if (newCount === 0) counts.delete(client_id);
    else counts.set(client_id, newCount);
    return newCount;
  }

  return {
    list: () =>
      file.value.clients.map(({ flag: _flag, games: _games, ...client }) => ({
        ...client,
        connected: connectionCounts.has(client.client_id),
      })),
    get releases() {
      return file.value.releases;
    },
    async connect({ name, allow }, onClose) {
      const cleanName = clientName(name);
      const nowMs = now();
      const existingClient = file.value.clients.find((client) => client.name === cleanName);
      const previousClient = existingClient ?? {
        client_id: randomUUID(),
        permissions: null,
        flag: null,
        first_seen_at: nowMs,
        games: [],
      };
      const isNewGrant = allow !== null && JSON.stringify(allow) !== JSON.stringify(previousClient.flag);
      const grant = isNewGrant ? { permissions: allow, flag: allow } : {};
      const { client_id } = previousClient;
      adjustCount(connectionCounts, client_id, 1);
      onClose(() => {
        adjustCount(connectionCounts, client_id, -1);
        onChange();
      });
      await saveClient({ ...previousClient, ...grant, name: cleanName, last_seen_at: nowMs });
      return { client_id, name: cleanName };
    },
    stateAt(client_id, rated) {
      const permissions = findClient(client_id)?.permissions ?? noPermissions;
      if (!permissions[rated ? 'play_rated' : 'play_unrated']) return 'removed';
      return connectionCounts.has(client_id) ? 'connected' : 'away';
    },
    allow: async (client_id, permissions) => saveClient({ ...getClient(client_id), permissions }),
    async forget(client_id) {
      getClient(client_id);
      const clients = file.value.clients.filter((client) => client.client_id !== client_id);
      const saving = file.save({ ...file.value, clients });
      onChange();
      await saving;
    },
    async release(kind, id, released) {
      const otherIds = file.value.releases[kind].filter((otherId) => otherId !== id);
      const releases = { ...file.value.releases, [kind]: released ? [...otherIds, id] : otherIds };
      const saving = file.save({ ...file.value, releases });
      onChange();
      await saving;
    },
    require(client_id, ...actions) {
      const client = findClient(client_id);
      const permissions = client?.permissions ?? null;
      const missingAction = actions.find((action) => !(permissions ?? noPermissions)[action]);
      if (!client || missingAction) {
        const permission = missingAction ?? 'play_unrated';
        const detail = { permission, decided: permissions !== null };
        throw new ParlorError('forbidden', `This client may not do this: ${permission}.`, detail);
      }
      return { client_id, name: client.name };
    },
    async start(client_id, countTables, start) {
      const client = getClient(client_id);
      const permissions = client.permissions ?? noPermissions;
      const nowMs = now();
      const games = client.games.filter((game) => game > nowMs - msPerHour && game <= nowMs);
      if (countTables() + (startingCounts.get(client_id) ?? 0) >= permissions.tables_at_once) {
        const detail = { limit: 'tables_at_once', value: permissions.tables_at_once };
        throw new ParlorError('rate_limited', 'This client has as many tables as it may have at once.', detail);
      }
      if (games.length >= permissions.games_per_hour) {
        const again_at = games[games.length - permissions.games_per_hour]! + msPerHour;
        const detail = { limit: 'games_per_hour', value: permissions.games_per_hour, again_at };
        throw new ParlorError('rate_limited', 'This client has played as many games as it may in an hour.', detail);
      }
      adjustCount(startingCounts, client_id, 1);
      try {
        await saveClient({ ...client, games: [...games, nowMs] });
        return await start();
      } catch (error) {
        const latestClient = findClient(client_id);
        if (latestClient) {
          const index = latestClient.games.lastIndexOf(nowMs);
          await saveClient({ ...latestClient, games: latestClient.games.toSpliced(index, index < 0 ? 0 : 1) });
        }
        throw error;
      } finally {
        adjustCount(startingCounts, client_id, -1);
      }
    },
  };
}

/** Removes control, format and unassigned characters and line separators, and limits the length; `unnamed` without a visible one. */
function clientName(name: string): string {
  const cleaned = name
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  // The cut may leave half of a surrogate pair.
  const shortened = cleaned.slice(0, clientNameMaxCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return isBlank(shortened) ? 'unnamed' : shortened;
}
