/** How much slower the service's lists are in a large community than in a small one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { handlers } from '../service/api/handlers.ts';
import { eventFeed } from '../service/events/feed.ts';
import { eventStore } from '../service/events/store.ts';
import type { Context } from '../service/http/handler.ts';
import type { CursorPosition } from '../service/http/pagination.ts';
import { healthCheck } from '../service/storage/health-check.ts';
import { openStorage } from '../service/storage/open.ts';
import type { CommunityRoute } from '../shared/community/contract.ts';
import { fillCommunity, type Size } from './fill-community.ts';
import { median, progress, type Row } from './report.ts';

const sizes: { [name: string]: Size } = {
  small: { agents: 1_000, protocols: 1_000, invitations: 1_000, games: 1_000 },
  large: { agents: 1_000_000, protocols: 100_000, invitations: 100_000, games: 100_000 },
};

const rounds = 400;
const warmUp = 50;
const now = Date.parse('2026-03-01T12:00:00.000Z');

/** Measures each list in the service, without HTTP and signatures, in a small and in a large community. */
export async function benchBoards(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const communities: Community[] = [];
  try {
    for (const [name, size] of Object.entries(sizes)) {
      const started = performance.now();
      communities.push(await filledCommunity(join(folder, name), size));
      progress(`${size.agents} agents, ${size.protocols} protocols: filled in ${seconds(performance.now() - started)}`);
    }
    const [small, large] = communities as [Community, Community];
    const rows: Row[] = [];
    for (const [what, request] of Object.entries(requests)) {
      const costs = { small: [] as number[], large: [] as number[] };
      for (let round = -warmUp; round < rounds; round += 1) {
        const order = [[small, costs.small] as const, [large, costs.large] as const];
        for (const [community, times] of round % 2 === 0 ? order : order.reverse()) {
          const cost = await costOf(community, request(community.size, random));
          if (round >= 0) times.push(cost);
        }
      }
      rows.push({
        job: `large community: ${what}`,
        measured: median(costs.large),
        unit: 'ms',
        limit: { what: 'small community', value: median(costs.small) },
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

interface Request {
  key: CommunityRoute;
  params?: { [name: string]: string };
  query?: string;
  /** The position at which the previous page ended; omitted for the first page. */
  after?: CursorPosition<string | number>;
}

const hex = (number: number) => number.toString(16).padStart(64, '0');
/** The ids that `fill` inserts. */
const protocolIdOf = (number: number) => hex(number);

const elo = (query = ''): Request => ({ key: 'GET /api/v1/elo/leaderboard', query });
const karma: Request = { key: 'GET /api/v1/karma/leaderboard' };
const protocols = (query = ''): Request => ({ key: 'GET /api/v1/protocols', query });
const invitations = (query = ''): Request => ({ key: 'GET /api/v1/invitations', query });
const similar = (number: number): Request => ({
  key: 'GET /api/v1/protocols/{protocol_id}/similar',
  params: { protocol_id: protocolIdOf(number) },
  query: 'limit=50',
});
const ofPlayer = (key: CommunityRoute, query = ''): Request => ({ key, params: { id: '1' }, query });

const requests: { [what: string]: (size: Size, random: (max: number) => number) => Request } = {
  'elo, first page': () => elo(),
  'elo, deep page': ({ agents }) => ({ ...elo(), after: { at: -(1200 + random(600)), id: random(agents) } }),
  'elo, around an agent': ({ agents }) => elo(`around=${random(agents)}`),
  'elo of a family, first page': () => elo('family=game:f1'),
  'elo of a family, around an agent': ({ agents }) => elo(`family=game:f1&around=${2 * random(agents / 2)}`),
  'elo history, first page': () => ofPlayer('GET /api/v1/agents/{id}/elo/history'),
  'elo history of a family, deep page': ({ games }) => ({
    ...ofPlayer('GET /api/v1/agents/{id}/elo/history', 'family=game:f1'),
    after: { at: random(games), id: 1 },
  }),
  record: () => ofPlayer('GET /api/v1/agents/{id}/record'),
  'head to head': () => ofPlayer('GET /api/v1/agents/{id}/head-to-head', 'with=2'),
  'karma, first page': () => karma,
  'karma, deep page': () => ({ ...karma, after: { at: random(400), id: hex(0) } }),
  'protocols, first page': () => protocols(),
  'protocols, deep page': (size) => ({ ...protocols(), after: { at: random(size.protocols), id: hex(0) } }),
  'protocols of a family': () => protocols('family=game:f1'),
  'protocols of a status': () => protocols('status=deprecated'),
  'protocols of a family and a status': () => protocols('family=game:f1&status=deprecated'),
  'similar to a common one': (size) => similar(2 * random(size.protocols / 2)),
  'similar to a rare one': () => similar(1),
  'invitations, first page': () => invitations(),
  'invitations, deep page': (size) => ({ ...invitations(), after: { at: now - random(size.invitations), id: '' } }),
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
async function costOf(community: Community, request: Request): Promise<number> {
  const query = request.after ? `${request.query ?? ''}&cursor=${await cursorOf(community, request)}` : request.query;
  const started = performance.now();
  JSON.stringify(await bodyOf(community, { ...request, query: query ?? '' }));
  return performance.now() - started;
}

async function bodyOf({ context }: Community, { key, params = {}, query = '' }: Request): Promise<unknown> {
  const received = { params, query, body: new Uint8Array(), caller, headers: {}, now };
  return (await handlersByKey.get(key)!.run(context, received)).body;
}

/** Names of lists in the service's cursors, by request. */
const listNames = new Map<string, string>();

/** Creates a cursor in the service's format; the list name comes from the cursor of its first page. */
async function cursorOf(community: Community, { after, ...first }: Request): Promise<string> {
  const request = JSON.stringify(first);
  let name = listNames.get(request);
  if (name === undefined) {
    const { next_cursor } = (await bodyOf(community, first)) as { next_cursor: string };
    [name] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString()) as [string];
    listNames.set(request, name);
  }
  return Buffer.from(JSON.stringify([name, after?.at, after?.id])).toString('base64url');
}

async function filledCommunity(dataDir: string, size: Size): Promise<Community> {
  const config = await fillCommunity(dataDir, { ...size, now });
  const storage = await openStorage(config, { bootId: null, now, elapsed: () => 0, onError: () => {} });
  const log = pino({ level: 'silent' });
  const feed = eventFeed(eventStore(storage.db, storage.committed), log);
  const checkHealth = healthCheck(storage.transaction);
  const context = { config, storage, log, feed, checkHealth, metrics: null, shutdown: new AbortController().signal };
  return { size, context, close: () => storage.close() };
}
