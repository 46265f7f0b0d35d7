import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { methods } from '../service/api/methods.ts';
import { serviceConfig } from '../service/config.ts';
import { eventFeed } from '../service/events/feed.ts';
import { eventStore } from '../service/events/store.ts';
import { writeCursor } from '../service/http/cursor.ts';
import type { Context } from '../service/method.ts';
import { openStorage } from '../service/storage/open.ts';
import type { CommunityRoute } from '../shared/community/contract.ts';
import { median, printGoals, printTable, quantile } from './table.ts';

const sizes = {
  small: { agents: 1_000, protocols: 1_000, invitations: 1_000, games: 1_000 },
  large: { agents: 1_000_000, protocols: 100_000, invitations: 100_000, games: 100_000 },
};
type Size = (typeof sizes)['small'];

const rounds = 400;
const warmUp = 50;
const now = Date.parse('2026-03-01T12:00:00.000Z');

/** What each list costs in the service, without HTTP and signatures, in a small community and in a large one. */
export async function benchBoards(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const communities: Community[] = [];
  try {
    for (const [name, size] of Object.entries(sizes)) {
      const started = performance.now();
      communities.push(await filledCommunity(join(folder, name), size));
      console.log(
        `${size.agents} agents, ${size.protocols} protocols: filled in ${seconds(performance.now() - started)}`,
      );
    }
    const [small, large] = communities as [Community, Community];
    const rows: (string | number)[][] = [];
    let worst = 0;
    for (const [what, request] of Object.entries(requests)) {
      const costs = { small: [] as number[], large: [] as number[] };
      for (let round = -warmUp; round < rounds; round += 1) {
        const order = [[small, costs.small] as const, [large, costs.large] as const];
        for (const [community, found] of round % 2 === 0 ? order : order.reverse()) {
          const cost = await costOf(community, request(community.size, random));
          if (round >= 0) found.push(cost);
        }
      }
      const [cheap, dear] = [median(costs.small), median(costs.large)];
      worst = Math.max(worst, dear / cheap);
      rows.push([what, cheap, dear, quantile(costs.large, 0.95), (dear / cheap).toFixed(2)]);
    }
    printTable(
      `boards: one page in the service, milliseconds, median of ${rounds}`,
      ['', 'small', 'large', 'large p95', 'ratio'],
      rows,
    );
    return printGoals([{ what: 'the list that grows most, large against small', ratio: worst, atMost: 3 }]);
  } finally {
    for (const community of communities) await community.close();
    rmSync(folder, { recursive: true });
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Whole numbers from 1 to `max`, the same in each run. */
let state = 1;
function random(max: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return 1 + (state % max);
}

interface Request {
  key: CommunityRoute;
  params?: { [name: string]: string };
  query?: string;
}

const hex = (number: number) => number.toString(16).padStart(64, '0');
/** As the fill gives them out: spread over the keys, so that neighbours of a list are not neighbours in the file. */
const protocolIdOf = (number: number) => hex(number);

const elo = (query: string): Request => ({ key: 'GET /api/v1/elo/leaderboard', query });
const karma = (query: string): Request => ({ key: 'GET /api/v1/karma/leaderboard', query });
const protocols = (query: string): Request => ({ key: 'GET /api/v1/protocols', query });
const invitations = (query: string): Request => ({ key: 'GET /api/v1/invitations', query });
const similar = (number: number): Request => ({
  key: 'GET /api/v1/protocols/{protocol_id}/similar',
  params: { protocol_id: protocolIdOf(number) },
  query: 'limit=50',
});
const ofPlayer = (key: CommunityRoute, query = ''): Request => ({ key, params: { id: '1' }, query });

const requests: { [what: string]: (size: Size, random: (max: number) => number) => Request } = {
  'elo, first page': () => elo(''),
  'elo, deep page': ({ agents }) =>
    elo(`cursor=${writeCursor({ elo: '*' }, { at: -(1200 + random(600)), id: random(agents) })}`),
  'elo, around an agent': ({ agents }) => elo(`around=${random(agents)}`),
  'elo of a family, first page': () => elo('family=game:f1'),
  'elo of a family, around an agent': ({ agents }) => elo(`family=game:f1&around=${2 * random(agents / 2)}`),
  'elo history, first page': () => ofPlayer('GET /api/v1/agents/{id}/elo/history'),
  'elo history of a family, deep page': ({ games }) => {
    const cursor = writeCursor({ history: [1, 'game:f1'] }, { at: random(games), id: 1 });
    return ofPlayer('GET /api/v1/agents/{id}/elo/history', `family=game:f1&cursor=${cursor}`);
  },
  record: () => ofPlayer('GET /api/v1/agents/{id}/record'),
  'head to head': () => ofPlayer('GET /api/v1/agents/{id}/head-to-head', 'with=2'),
  'karma, first page': () => karma(''),
  'karma, deep page': () => karma(`cursor=${writeCursor({ leaderboard: 'karma' }, { at: random(400), id: hex(0) })}`),
  'protocols, first page': () => protocols(''),
  'protocols, deep page': (size) =>
    protocols(`cursor=${writeCursor({ protocols: ['', ''] }, { at: random(size.protocols), id: hex(0) })}`),
  'protocols of a family': () => protocols('family=game:f1'),
  'protocols of a status': () => protocols('status=deprecated'),
  'protocols of a family and a status': () => protocols('family=game:f1&status=deprecated'),
  'similar to a common one': (size) => similar(2 * random(size.protocols / 2)),
  'similar to a rare one': () => similar(1),
  'invitations, first page': () => invitations(''),
  'invitations, deep page': (size) => {
    const at = now - random(size.invitations);
    return invitations(`cursor=${writeCursor({ invitations: [null, null, []] }, { at, id: '' })}`);
  },
  'invitations of a protocol': () => invitations(`protocol_id=${protocolIdOf(1)}`),
};

interface Community {
  size: Size;
  context: Context;
  close(): Promise<void>;
}

const byKey = new Map(methods.map((method) => [method.key, method]));
const caller = { agent_id: 1, public_key: hex(1) };

/** Milliseconds of one request, from its query to its body. */
async function costOf({ context }: Community, { key, params = {}, query = '' }: Request): Promise<number> {
  const received = { params, query, body: new Uint8Array(), caller, headers: {}, now };
  const started = performance.now();
  const { body } = await byKey.get(key)!.run(context, received);
  JSON.stringify(body);
  return performance.now() - started;
}

async function filledCommunity(dataDir: string, size: Size): Promise<Community> {
  const config = serviceConfig({ dataDir });
  const start = { bootId: null, now, elapsed: () => 0, onError: () => {} };
  await (await openStorage(config, start)).close();
  const file = new DatabaseSync(join(dataDir, 'community.db'), { enableForeignKeyConstraints: false });
  file.exec('PRAGMA synchronous = OFF');
  file.exec('BEGIN');
  for (const text of fill) {
    const values = Object.entries({ ...size, now });
    file.prepare(text).run(Object.fromEntries(values.filter(([name]) => text.includes(`:${name}`))));
  }
  file.exec('COMMIT');
  file.close();
  const storage = await openStorage(config, start);
  const log = pino({ level: 'silent' });
  const feed = eventFeed(eventStore(storage.db, storage.committed), log);
  const context = { config, storage, log, feed, metrics: null, leaving: new AbortController().signal };
  return { size, context, close: () => storage.close() };
}

const upTo = (max: string) => `WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ${max}) `;
/** A number from 0 to `below` - 1 for row `n`, that has nothing to do with its neighbours'. */
const mixed = (below: number, salt: number) => `((n * 2654435761 + ${salt} * 40503) >> 7) % ${below}`;
const key = (number: string) => `printf('%064x', ${number})`;
const rating = `1200 + ${mixed(25, 1)} * ${mixed(25, 2)} + ${mixed(50, 3)}`;
/** Four of seven types, in order. */
const types = `CASE WHEN n = 1 THEN '["table","table","table","table"]' ELSE
  printf('["%s","%s","%s","%s"]', substr('aaabcde', 1 + ${mixed(7, 4)}, 1), substr('aaabcde', 1 + ${mixed(7, 5)}, 1),
    substr('abcdefg', 1 + ${mixed(7, 6)}, 1), substr('abcdefg', 1 + ${mixed(7, 7)}, 1)) END`;

const fill = [
  `${upTo(':agents')} INSERT INTO agent SELECT n, ${key('n')}, 'Agent ' || n, '', 0, 0 FROM row`,
  `${upTo(':agents')} INSERT INTO standing
    SELECT n, '*', ${rating}, -(${rating}), 10, 4, 4, 2, :now FROM row`,
  // Half of the agents play the one family, everybody some other one.
  `INSERT INTO standing SELECT agent_id, CASE WHEN agent_id % 2 = 0 THEN 'game:f1' ELSE 'game:f' || agent_id % 9 END,
    rating, place, games_played, won, lost, drawn, updated_at FROM standing WHERE board = '*' ORDER BY agent_id`,
  'INSERT INTO tally SELECT board, rating, count(*) FROM standing GROUP BY board, rating',
  `${upTo(':agents')} INSERT INTO karma SELECT n, ${key('n')}, 10, 30, ${mixed(401, 8)}, :now FROM row`,
  "INSERT INTO tally SELECT '*karma', karma, count(*) FROM karma GROUP BY karma",
  // All games of agent 1, half of them against agent 2.
  `${upTo(':games')} INSERT INTO result
    SELECT ${key('n')}, 1, 2 + (n % 2) * n % 900, 1, 2 + (n % 2) * n % 900, 'game:f' || n % 2, 'host', 'settled', 'awarded',
      1200 + n, 1201 + n, 1200, 1200, n FROM row`,
  'INSERT INTO game SELECT 1, decided_at, session_id, family FROM result',
  `INSERT INTO head_to_head SELECT low_id, high_id, family, count(*), 0, 0 FROM result GROUP BY low_id, high_id, family`,
  `${upTo(':protocols')} INSERT INTO protocol (protocol_id, author_id, name, description, type, spec_text, family, status,
      capabilities, tags, created_at, governed_at)
    SELECT ${key('n')}, 1 + ${mixed(1000, 9)}, 'p' || n, 'A protocol.', 'game', printf('%.1000c', '.'),
      CASE n % 2 WHEN 0 THEN 'game:f1' ELSE 'game:f' || n % 9 END,
      CASE ${mixed(20, 10)} WHEN 0 THEN 'deprecated' ELSE 'active' END, '[]', '[]', n, n FROM row`,
  `${upTo(':protocols')} INSERT INTO fingerprint
    SELECT ${key('n')}, '3 4 0 0 session_loop', ${types}, n FROM row`,
  `INSERT INTO likeness SELECT structure, param_types, count(*), max(created_at) FROM fingerprint
    GROUP BY structure, param_types`,
  "INSERT INTO likeness SELECT structure, '*', count(*), max(created_at) FROM fingerprint GROUP BY structure",
  // As many that are over as there are active ones.
  ...['active', 'expired'].map(
    (status) => `${upTo(':invitations')} INSERT INTO invitation
      SELECT '${status}' || n, 1 + ${mixed(1000, 11)}, ${key(`1 + ${mixed(10, 12)}`)}, 'supply', 'Who plays?', '[]', '{}',
        'ticket', '{}', '', 'human', 'listed', NULL, 300, '${status}', :now - n, :now - n,
        :now ${status === 'active' ? '+' : '-'} 1000 FROM row`,
  ),
];
