/** The MCP server's view of a running Parlor: its tables and invitations as they change, the protocols, and this client. */

import type { Permissions } from '../../shared/bridge/clients.ts';
import type {
  ClientsState,
  Deprecation,
  HostedTable,
  LobbyEntry,
  LobbyPage,
  McpClient,
  ProtocolEntry,
  Releases,
  ShownTerms,
  Table,
} from '../../shared/bridge/contract.ts';
import { afterHostedChange, readDeprecations, readHosted, readProtocols } from '../../shared/bridge/read-all.ts';
import { hex64 } from '../../shared/bridge/shapes.ts';
import { isRated } from '../../shared/community/rating.ts';
import { ParlorError } from '../../shared/errors.ts';
import { LruCache } from '../../shared/lru-cache.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { onClock } from '../../shared/tables/clocks.ts';
import type { BridgeClient } from '../owner/attach.ts';
import type { Rules } from './present-protocol.ts';

export interface SessionConfig {
  bridge: BridgeClient;
  /** As the client names itself. */
  name: string;
  allow: Permissions | null;
  /** Protocol ids and public keys whose texts are released for this session, in addition to those released in Parlor. */
  releasedIds: readonly string[];
  /** Resolves when Parlor exits. */
  ownerExit: Promise<void>;
}

/** A table, or an open invitation of this identity. */
export type TableOrInvitation = { table: Table } | { hosted: HostedTable };

export interface Session {
  readonly bridge: BridgeClient;
  readonly client: McpClient;
  readonly releases: Releases;
  /** By the id of the table, or of this identity's invitation that led to it. Rejects `not_found`. */
  find(id: string): Promise<TableOrInvitation>;
  /**
   * Resolves with the table once `until` holds, otherwise as it is after `timeoutMs`. `onWait` is called when waiting begins and every
   * few seconds, with the seconds waited. Rejects `not_found`, and `cancelled` when `signal` is aborted.
   */
  wait(id: string, until: (target: TableOrInvitation) => boolean, options: WaitOptions): Promise<TableOrInvitation>;
  /** The protocols on this computer, by id. */
  loadLibrary(): Promise<Map<string, ProtocolEntry>>;
  /** The deprecated ones of these protocols, by id; empty if the community doesn't tell. */
  loadDeprecations(protocol_ids: readonly string[]): Promise<Map<string, Deprecation>>;
  /** All open tables of the lobby. */
  loadLobby(): Promise<LobbyEntry[]>;
  /** The terms of open tables as this client was last shown them; those of the last `shownTables`. */
  readonly shown: LruCache<string, ShownTerms>;
  /** By id, or by the name of a bundled protocol, of its folder or as shown. Rejects `protocol_missing` and what the community rejects. */
  loadRules(protocol: string): Promise<Rules>;
  /** Null if it is neither on this computer nor at the community. */
  loadRulesOrNull(protocol_id: string): Promise<Rules | null>;
  close(): void;
}

export interface WaitOptions {
  timeoutMs: number;
  signal: AbortSignal;
  onWait?(seconds: number): void;
}

/** Interval of progress reports. */
const progressIntervalMs = 5_000;
const shownTables = 1_000;
/** How long to wait for the lobby to load. */
const lobbyTimeoutMs = 5_000;

export async function openSession({ bridge, name, allow, releasedIds, ownerExit }: SessionConfig): Promise<Session> {
  /** Those in progress, and those that changed or were looked up since; their running times are on this process's monotonic clock. */
  const tables = new Map<string, Table>();
  const cachedRules = new Map<string, Rules>();
  let invitations: HostedTable[] = [];
  const rejectOnExit = ownerExit.then((): never => {
    throw new ParlorError('bridge_closed', 'Parlor has exited.');
  });
  // Without a pending wait, nothing handles the rejection.
  rejectOnExit.catch(() => {});
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of [...listeners]) listener();
  };
  // Subscribing before reading ensures that no change is missed.
  const subscriptions = [
    bridge.tables.on('changed', (table) => {
      tables.set(table.table_id, onClock(table, performance.now()));
      notifyListeners();
    }),
    bridge.tables.on('hosting', (change) => {
      invitations = afterHostedChange(invitations, change);
      notifyListeners();
    }),
  ];
  let client = await bridge.clients.connect({ name, ...(allow ? { allow } : {}) });
  subscriptions.push(bridge.clients.on('changed', (next) => applyState(next)));
  let releases: Releases = { protocols: [], people: [] };
  applyState(await bridge.clients.list({}));
  invitations = await readHosted(bridge);
  for (const table of (await bridge.tables.list({})).tables)
    if (!tables.has(table.table_id)) tables.set(table.table_id, onClock(table, performance.now()));

  function applyState(state: ClientsState): void {
    client = state.clients.find(({ client_id }) => client_id === client.client_id) ?? { ...client, permissions: null };
    const addReleased = (ids: string[]) => [...ids, ...releasedIds];
    releases = { protocols: addReleased(state.releases.protocols), people: addReleased(state.releases.people) };
  }

  function lookUp(id: string): TableOrInvitation | null {
    const allTables = [...tables.values()];
    const table = tables.get(id) ?? allTables.find(({ post_id, role }) => role === 'host' && post_id === id);
    if (table) return { table };
    const hosted = invitations.find(({ post_id, earlier_post_ids }) => [post_id, ...earlier_post_ids].includes(id));
    if (!hosted) return null;
    const joinedTable = allTables.find(({ post_id, role }) => role === 'host' && post_id === hosted.post_id);
    return joinedTable ? { table: joinedTable } : { hosted };
  }

  async function find(id: string): Promise<TableOrInvitation> {
    const known = lookUp(id);
    if (known) return known;
    for (const table of (await bridge.tables.list({ text: id })).tables)
      if (!tables.has(table.table_id)) tables.set(table.table_id, table);
    const target = lookUp(id);
    if (!target) throw new ParlorError('not_found', 'There is no table with this id.');
    return target;
  }

  async function wait(
    id: string,
    until: (target: TableOrInvitation) => boolean,
    options: WaitOptions,
  ): Promise<TableOrInvitation> {
    const { timeoutMs, signal, onWait } = options;
    const current = await find(id);
    if (until(current)) return current;
    const { promise, resolve, reject } = Promise.withResolvers<TableOrInvitation>();
    const check = (timedOut: boolean) => {
      const target = lookUp(id);
      if (target === null) reject(new ParlorError('not_found', 'The invitation was withdrawn or has expired.'));
      else if (timedOut || until(target)) resolve(target);
    };
    const onChange = () => check(false);
    const abort = () => reject(new ParlorError('cancelled', 'The request was cancelled.'));
    let seconds = 0;
    onWait?.(seconds);
    const progressTimer = setInterval(() => {
      seconds += progressIntervalMs / 1000;
      onWait?.(seconds);
    }, progressIntervalMs);
    const timeout = setTimeout(() => check(true), timeoutMs);
    listeners.add(onChange);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    try {
      return await Promise.race([promise, rejectOnExit]);
    } finally {
      clearInterval(progressTimer);
      clearTimeout(timeout);
      listeners.delete(onChange);
      signal.removeEventListener('abort', abort);
    }
  }

  /** An id, or the name of a bundled protocol: of its folder, or as shown. */
  async function idOrFolderOf(protocol: string): Promise<string> {
    if (hex64.safeParse(protocol).success) return protocol;
    const name = protocol.trim().toLowerCase();
    const isNamed = (entry: ProtocolEntry) => entry.source === 'bundled' && entry.name.toLowerCase() === name;
    const folder = name.replace(/\s+/g, '-');
    const id = (await readProtocols(bridge)).find(isNamed)?.protocol_id;
    if (id !== undefined || /^[a-z0-9-]{1,63}$/.test(folder)) return id ?? folder;
    throw new ParlorError('protocol_missing', 'There is no protocol with this name.');
  }

  async function fetchRules(protocol: string): Promise<Rules> {
    const cached = cachedRules.get(protocol);
    if (cached) return cached;
    const { protocol_id, source, name, spec, governance } = await bridge.protocols.get({
      protocol: await idOrFolderOf(protocol),
    });
    const bundled = source === 'bundled';
    const newRules = {
      protocol_id,
      bundled,
      name,
      rated: isRated(governance.family),
      spec: spec as unknown as Spec,
    };
    cachedRules.set(protocol_id, newRules);
    cachedRules.set(protocol, newRules);
    return newRules;
  }

  return {
    bridge,
    get client() {
      return client;
    },
    get releases() {
      return releases;
    },
    find,
    wait,
    async loadLibrary() {
      const protocols = await readProtocols(bridge);
      return new Map(protocols.map((entry) => [entry.protocol_id, entry]));
    },
    loadDeprecations: (protocol_ids) => readDeprecations(bridge, protocol_ids).catch(() => new Map()),
    async loadLobby() {
      await waitForLobby(bridge);
      const entries = new Map<string, LobbyEntry>();
      let after: number | null = null;
      for (;;) {
        const page = await bridge.lobby.list(after === null ? {} : { after });
        if (page.reset) entries.clear();
        for (const entry of page.entries) entries.set(entry.post_id, entry);
        for (const post_id of page.gone) entries.delete(post_id);
        if (!page.more && entries.size === 0) requireLoaded(page);
        if (!page.more) return [...entries.values()];
        after = page.seq;
      }
    },
    shown: new LruCache(shownTables),
    loadRules: fetchRules,
    loadRulesOrNull: (protocol_id) => fetchRules(protocol_id).catch(() => null),
    close() {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}

/** Until the lobby has loaded, it may only seem empty. @throws ParlorError */
function requireLoaded({ status, problem }: LobbyPage): void {
  if (status === 'live') return;
  throw problem
    ? new ParlorError(problem.code, problem.message)
    : new ParlorError('community_timeout', 'The lobby has not loaded yet.');
}

/** Resolves once the lobby has loaded or has failed to, at the latest after `lobbyTimeoutMs`. */
async function waitForLobby(bridge: BridgeClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = ({ status }: { status: string }) => status !== 'loading' && resolve();
  const unsubscribe = bridge.lobby.on('changed', check);
  const timeout = setTimeout(resolve, lobbyTimeoutMs);
  try {
    check(await bridge.lobby.list({}));
    await promise;
  } finally {
    clearTimeout(timeout);
    unsubscribe();
  }
}
