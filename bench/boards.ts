/** How much slower the service's lists are in a large community than in a small one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { handlers } from '../service/api/handlers.ts';
import { createEventFeed } from '../service/events/feed.ts';
import { createEventStore } from '../service/events/store.ts';
import type { Context } from '../service/http/handler.ts';
import type { CursorPosition } from '../service/http/pagination.ts';
import { healthCheck } from '../service/storage/health-check.ts';
import { openStorage } from '../service/storage/open.ts';
import type { CommunityRoute } from '../shared/community/contract.ts';
import { fillCommunity, type Size } from './fill-community.ts';
import { median, progress, type Row } from './report.ts';

const communitySizes: { [name: string]: Size } = {
  small: { agents: 1_000, protocols: 1_000, invitations: 1_000, games: 1_000 },
  large: { agents: 1_000_000, protocols: 100_000, invitations: 100_000, games: 100_000 },
};

const rounds = 400;
const warmUp = 50;
const now = Date.parse('2026-03-01T12:00:00.000Z');

/** Measures each list in the service, without HTTP and signatures, in a small and in a large community. */
export async function benchLists(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const communities: Community[] = [];
  try {
    for (const [name, size] of Object.entries(communitySizes)) {
      const startedAt = performance.now();
      communities.push(await createCommunity(join(folder, name), size));
      progress(
        `${size.agents} agents, ${size.protocols} protocols: filled in ${seconds(performance.now() - startedAt)}`,
      );
    }
    const [small, large] = communities as [Community, Community];
    const rows: Row[] = [];
    for (const [list, request] of Object.entries(requests)) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let round = -warmUp; round < rounds; round += 1) {
        const communitiesInOrder = [[small, times.small] as const, [large, times.large] as const];
        for (const [community, communityTimes] of round % 2 === 0 ? communitiesInOrder : communitiesInOrder.reverse()) {
          const elapsedMs = await measureRequest(community, request(community.size, random));
          if (round >= 0) communityTimes.push(elapsedMs);
        }
      }
      rows.push({
        job: `large community: ${list}`,
        measured: median(times.large),
        unit: 'ms',
        limit: { what: 'small community', value: median(times.small) },
        goal: { atMost: 3 },
      });
    }
    return rows;
  } finally {
    for (const community of communities) await community.close();
    rmSync(folder, { recursive: true });
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

let state = 1;
/** An integer from 1 to `max`; the sequence is the same in every run. */
function random(max: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return 1 + (state % max);
}

interface ListRequest {
  key: CommunityRoute;
  params?: { [name: string]: string };
  query?: string;
  /** The position at which the previous page ended; omitted for the first page. */
  position?: CursorPosition<string | number>;
}

const hex = (number: number) => number.toString(16).padStart(64, '0');
/** The ids that `fill` inserts. */
const protocolIdOf = (number: number) => hex(number);

const elo = (query = ''): ListRequest => ({ key: 'GET /api/v1/elo/leaderboard', query });
const karma: ListRequest = { key: 'GET /api/v1/karma/leaderboard' };
const protocols = (query = ''): ListRequest => ({ key: 'GET /api/v1/protocols', query });
const invitations = (query = ''): ListRequest => ({ key: 'GET /api/v1/invitations', query });
const similar = (number: number): ListRequest => ({
  key: 'GET /api/v1/protocols/{protocol_id}/similar',
  params: { protocol_id: protocolIdOf(number) },
  query: 'limit=50',
});
const ofAgent = (key: CommunityRoute, query = ''): ListRequest => ({ key, params: { id: '1' }, query });

const requests: { [list: string]: (size: Size, random: (max: number) => number) => ListRequest } = {
  'elo, first page': () => elo(),
  'elo, deep page': ({ agents }) => ({ ...elo(), position: { sortKey: -(1200 + random(600)), id: random(agents) } }),
  'elo, around an agent': ({ agents }) => elo(`around=${random(agents)}`),
  'elo of a family, first page': () => elo('family=game:f1'),
  'elo of a family, around an agent': ({ agents }) => elo(`family=game:f1&around=${2 * random(agents / 2)}`),
  'elo history, first page': () => ofAgent('GET /api/v1/agents/{id}/elo/history'),
  'elo history of a family, deep page': ({ games }) => ({
    ...ofAgent('GET /api/v1/agents/{id}/elo/history', 'family=game:f1'),
    position: { sortKey: random(games), id: 1 },
  }),
  record: () => ofAgent('GET /api/v1/agents/{id}/record'),
  'head to head': () => ofAgent('GET /api/v1/agents/{id}/head-to-head', 'with=2'),
  'karma, first page': () => karma,
  'karma, deep page': () => ({ ...karma, position: { sortKey: random(400), id: hex(0) } }),
  'protocols, first page': () => protocols(),
  'protocols, deep page': (size) => ({ ...protocols(), position: { sortKey: random(size.protocols), id: hex(0) } }),
  'protocols of a family': () => protocols('family=game:f1'),
  'protocols of a status': () => protocols('status=deprecated'),
  'protocols of a family and a status': () => protocols('family=game:f1&status=deprecated'),
  'similar to a common one': (size) => similar(2 * random(size.protocols / 2)),
  'similar to a rare one': () => similar(1),
  'invitations, first page': () => invitations(),
  'invitations, deep page': (size) => ({
    ...invitations(),
    position: { sortKey: now - random(size.invitations), id: '' },
  }),
  'invitations of a protocol': () => invitations(`protocol_id=${protocolIdOf(1)}`),
};

interface Community {
  size: Size;
  context: Context;
  close(): Promise<void>;
}

const handlersByKey = new Map(handlers.map((handler) => [handler.key, handler]));
const caller = { agent_id: 1, public_key: hex(1) };

/** Milliseconds for one request, from parsing its query to serializing its body. */
async function measureRequest(community: Community, request: ListRequest): Promise<number> {
  const query = request.position
    ? `${request.query ?? ''}&cursor=${await cursorOf(community, request)}`
    : request.query;
  const startedAt = performance.now();
  JSON.stringify(await bodyOf(community, { ...request, query: query ?? '' }));
  return performance.now() - startedAt;
}

const audience = { addresses: () => null, check() {}, mark: () => '' };

async function bodyOf({ context }: Community, { key, params = {}, query = '' }: ListRequest): Promise<unknown> {
  const received = { params, query, body: new Uint8Array(), caller, audience, headers: {}, now };
  return (await handlersByKey.get(key)!.run(context, received)).body;
}

/** Names of lists in the service's cursors, by request. */
const listNames = new Map<string, string>();

/** Creates a cursor in the service's format; the list name comes from the cursor of its first page. */
async function cursorOf(community: Community, { position, ...firstPageRequest }: ListRequest): Promise<string> {
  const request = JSON.stringify(firstPageRequest);
  let listName = listNames.get(request);
  if (listName === undefined) {
    const { next_cursor } = (await bodyOf(community, firstPageRequest)) as { next_cursor: string };
    [listName] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString()) as [string];
    listNames.set(request, listName);
  }
  return Buffer.from(JSON.stringify([listName, position?.sortKey, position?.id])).toString('base64url');
}

async function createCommunity(dataDir: string, size: Size): Promise<Community> {
  const config = await fillCommunity(dataDir, { ...size, now });
  const storage = await openStorage(config, { bootId: null, now, elapsed: () => 0, onError: () => {} });
  const log = pino({ level: 'silent' });
  const failures = { failed: () => {} };
  const feed = createEventFeed(createEventStore(storage.db, storage.committed), failures);
  const checkHealth = healthCheck(storage.transaction);
  const shutdown = new AbortController().signal;
  const isBanned = () => false;
  const context = {
    config,
    storage,
    log,
    failures,
    feed,
    isBanned,
    isBannedAddress: isBanned,
    checkHealth,
    metrics: null,
    announcedUrls: () => [],
    namedAfter: () => null,
    shutdown,
  };
  return { size, context, close: () => storage.close() };
}
