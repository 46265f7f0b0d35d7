import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRated, ratingDelta } from '../../../../shared/community/rating.ts';
import type { Winner } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { type TestAgent, TestCommunity } from '../../../testing/community.ts';
import { pagesOf } from '../../../testing/pages.ts';
import { registerProtocol } from '../../../testing/specs.ts';
import { undoMigrations } from '../../../testing/undo-migrations.ts';

const families = ['game:dice', 'game:cards', 'chat:talk', null];

/** `size` agents and one protocol per family; the last protocol is unknown to the service. */
async function createAgents(community: TestCommunity, size: number) {
  const agents: TestAgent[] = [];
  for (let i = 0; i < size; i += 1) agents.push(await community.agent(`Agent ${i}`));
  const protocols: string[] = [];
  for (const family of families) {
    protocols.push(family ? await registerProtocol(agents[0]!, family.slice(5), family) : 'f'.repeat(64));
  }
  return { agents, protocols };
}

async function play(
  host: TestAgent,
  guest: TestAgent,
  protocol_id: string,
  reports: { host: Winner; guest: Winner },
): Promise<string> {
  const params = { session_id: await guest.closedSession(host, protocol_id) };
  const report = 'POST /api/v1/sessions/{session_id}/result';
  await host.call(report, { params, body: { winner: reports.host } });
  await guest.call(report, { params, body: { winner: reports.guest } });
  return params.session_id;
}

const winners: Winner[] = ['host', 'guest', 'draw'];
const repeated = { host: 0, guest: 1, protocol: 0, winner: 'host' as Winner, agreed: true, hours: 0 };
/** Lists of games: host, distance from host to guest, protocol, winner, whether the reports agree, hours since the last. */
const gameLists = fc
  .array(
    fc.record({
      host: fc.nat(3),
      guest: fc.integer({ min: 1, max: 3 }),
      protocol: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
      winner: fc.constantFrom(...winners),
      agreed: fc.constantFrom(true, true, true, true, false),
      hours: fc.constantFrom(0, 0, 0, 0, 1, 11),
    }),
    isLongRun ? { minLength: 50, maxLength: 60 } : { minLength: 20, maxLength: 25 },
  )
  // So that there is always a capped game: the third of a pair within a day.
  .map((list) => [...list, repeated, repeated, repeated]);

/** A settled game in one player's history. */
interface Game {
  session_id: string;
  family: string;
  side: 'host' | 'guest';
  outcome: 'won' | 'lost' | 'drawn';
  before: number;
  after: number;
  delta: number;
  reason: string;
  decided_at: string;
  opponent_agent_id: number;
}

/** The expected leaderboard, computed from the games. */
function standingsOf(histories: Map<TestAgent, Game[]>, family?: string) {
  const rows = [...histories].flatMap(([{ agent_id, public_key }, games]) => {
    const own = games.filter((game) => family === undefined || game.family === family);
    if (own.length === 0) return [];
    const rating = 1200 + own.reduce((sum, { delta }) => sum + delta, 0);
    const provisional = own.length < 5;
    return [
      { agent_id, public_key, rating, games_played: own.length, provisional, updated_at: own.at(-1)!.decided_at },
    ];
  });
  rows.sort((a, b) => b.rating - a.rating || a.agent_id - b.agent_id);
  return rows.map((row) => ({ rank: 1 + rows.filter(({ rating }) => rating > row.rating).length, ...row }));
}

function scoreOf(games: Game[]) {
  const count = (outcome: string) => games.filter((game) => game.outcome === outcome).length;
  return { won: count('won'), lost: count('lost'), drawn: count('drawn') };
}

test('leaderboards, histories, records and scores match the settled results, also after a migration', async () => {
  await fc.assert(
    fc.asyncProperty(gameLists, async (played) => {
      const community = await TestCommunity.start();
      try {
        const { agents, protocols } = await createAgents(community, 5);
        const reader = agents[4]!;
        const histories = new Map(agents.map((agent) => [agent, [] as Game[]]));
        for (const { host: index, guest: step, protocol, winner, agreed, hours } of played) {
          // Capped games settled at the same instant have no defined order.
          community.advance(hours * 3600 + 0.001);
          const [host, guest] = [agents[index]!, agents[(index + step) % 4]!];
          const other = agreed ? winner : winner === 'host' ? 'draw' : 'host';
          const session_id = await play(host, guest, protocols[protocol]!, { host: winner, guest: other });
          const family = families[protocol]!;
          if (!agreed || !isRated(family)) continue;
          const dayAgo = community.now - 86_400_000;
          const recent = histories
            .get(host)!
            .filter((game) => game.opponent_agent_id === guest.agent_id)
            .filter((game) => Date.parse(game.decided_at) > dayAgo);
          const reason = recent.length < 2 ? 'awarded' : 'capped';
          const before = (agent: TestAgent) => histories.get(agent)!.at(-1)?.after ?? 1200;
          const [hostBefore, guestBefore] = [before(host), before(guest)];
          for (const [side, agent, opponent, own, others] of [
            ['host', host, guest, hostBefore, guestBefore],
            ['guest', guest, host, guestBefore, hostBefore],
          ] as const) {
            const result = winner === 'draw' ? 'draw' : winner === side ? 'win' : 'loss';
            const delta = reason === 'awarded' ? ratingDelta(own, others, result) : 0;
            histories.get(agent)!.push({
              session_id,
              family,
              side,
              outcome: ({ win: 'won', loss: 'lost', draw: 'drawn' } as const)[result],
              before: own,
              after: own + delta,
              delta,
              reason,
              decided_at: new Date(community.now).toISOString(),
              opponent_agent_id: opponent.agent_id,
            });
          }
        }
        expect([...histories.values()].flat().map(({ reason }) => reason)).toContain('capped');
        await checkAll(community, reader, histories);
        const tables = async () => [
          await community.sql`SELECT * FROM standing ORDER BY agent_id, board`,
          await community.sql`SELECT * FROM tally ORDER BY board, value`,
          await community.sql`SELECT * FROM game ORDER BY agent_id, number`,
          await community.sql`SELECT * FROM head_to_head ORDER BY low_id, high_id, family`,
          await community.sql`SELECT * FROM fingerprint ORDER BY protocol_id`,
          await community.sql`SELECT * FROM likeness ORDER BY structure, param_types`,
        ];
        const leaderboard = async () => (await reader.call('GET /api/v1/elo/leaderboard')).body;
        const before = await leaderboard();
        const moves = () => community.sql`SELECT * FROM tally_move`;
        await expect.poll(moves).toEqual([]);
        expect(await leaderboard()).toEqual(before);
        const tablesBefore = await tables();
        await community.stop();
        await undoMigrations(community, '006-boards');
        await community.start();
        expect(await tables()).toEqual(tablesBefore);
      } finally {
        await community.dispose();
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
}, 60_000);

async function checkAll(community: TestCommunity, reader: TestAgent, histories: Map<TestAgent, Game[]>) {
  const leaderboard = async (query: object) => (await reader.call('GET /api/v1/elo/leaderboard', { query })).body;
  for (const family of [undefined, 'game:dice', 'game:cards', 'chat:talk']) {
    const filter = family === undefined ? {} : { family };
    const expected = standingsOf(histories, family);
    const whole = await leaderboard({ ...filter, limit: 100 });
    expect(whole.entries.map(({ nickname: _, ...entry }: { nickname: string }) => entry)).toEqual(expected);
    const toPage: unknown[] = [];
    for await (const page of pagesOf(leaderboard, { ...filter, limit: 2 })) toPage.push(...page.entries);
    expect(toPage).toEqual(whole.entries);
    for (const [index, { agent_id: around }] of expected.entries()) {
      for (const limit of isLongRun ? [1, 2, 20] : [2]) {
        const page = await leaderboard({ ...filter, around, limit });
        const start = Math.max(0, index - Math.floor(limit / 2));
        expect(page.entries).toEqual(whole.entries.slice(start, start + limit));
        const rest = page.next_cursor ? await leaderboard({ ...filter, cursor: page.next_cursor, limit: 100 }) : null;
        expect(rest?.entries ?? []).toEqual(whole.entries.slice(start + limit));
      }
    }
  }

  for (const [agent, games] of histories) {
    const { agent_id, public_key } = agent;
    const params = { id: agent_id };
    for (const family of [undefined, 'game:cards']) {
      const filter = family === undefined ? {} : { family };
      const newest = games.filter((game) => family === undefined || game.family === family).toReversed();
      const history = async (query: object) =>
        (await reader.call('GET /api/v1/agents/{id}/elo/history', { params, query })).body;
      const whole = await history({ ...filter, limit: 100 });
      expect(whole.results).toMatchObject(newest);
      expect(whole).toMatchObject({ agent_id, public_key, next_cursor: null });
      const toPage: unknown[] = [];
      for await (const page of pagesOf(history, { ...filter, limit: 3 })) toPage.push(...page.results);
      expect(toPage).toEqual(whole.results);
    }

    const record = (await reader.call('GET /api/v1/agents/{id}/record', { params })).body;
    const played = [...new Set(games.map(({ family }) => family))].map((family) => {
      const own = games.filter((game) => game.family === family);
      return { family, games: own.length, ...scoreOf(own), points: own.reduce((sum, { delta }) => sum + delta, 0) };
    });
    played.sort((a, b) => b.games - a.games || (a.family < b.family ? -1 : 1));
    expect(record).toEqual({ agent_id, public_key, families: played });

    for (const opponent of histories.keys()) {
      if (opponent === agent) continue;
      const met = games.filter((game) => game.opponent_agent_id === opponent.agent_id);
      const query = { with: opponent.agent_id };
      const { body } = await reader.call('GET /api/v1/agents/{id}/head-to-head', { params, query });
      const recent = met
        .map(({ decided_at }) => Date.parse(decided_at))
        .filter((at) => at > community.now - 86_400_000);
      expect(body).toEqual({
        agent_id,
        public_key,
        opponent_agent_id: opponent.agent_id,
        opponent_public_key: opponent.public_key,
        opponent_nickname: expect.stringMatching(/^Agent /),
        ...scoreOf(met),
        families: [...new Set(met.map(({ family }) => family))]
          .sort()
          .map((family) => ({ family, ...scoreOf(met.filter((game) => game.family === family)) })),
        cap: {
          used: Math.min(recent.length, 2),
          limit: 2,
          again_at: recent.length < 2 ? null : new Date(recent.at(-2)! + 86_400_000).toISOString(),
        },
      });
    }
  }
}

let community: TestCommunity;
let agents: TestAgent[];
let protocols: string[];
beforeAll(async () => {
  community = await TestCommunity.start();
  ({ agents, protocols } = await createAgents(community, 6));
});
afterAll(() => community.dispose());

test('a cursor continues below its position with current ranks while ratings change', async () => {
  const [ann, bob, cid, dan, eve] = agents as [TestAgent, TestAgent, TestAgent, TestAgent, TestAgent];
  const win = (winner: TestAgent, loser: TestAgent) =>
    play(winner, loser, protocols[0]!, { host: 'host', guest: 'host' });
  await win(ann, bob);
  await win(cid, dan);
  const leaderboard = async (query: object) => {
    const { body } = await eve.call('GET /api/v1/elo/leaderboard', { query });
    const rows = body.entries.map((entry: { [name: string]: unknown }) => [
      entry.rank,
      entry.nickname,
      entry.rating,
      entry.games_played,
    ]);
    return { rows, cursor: body.next_cursor };
  };
  const first = await leaderboard({ limit: 1 });
  expect(first.rows).toEqual([[1, 'Agent 0', 1216, 1]]);
  // Eve enters at the top; Dan, who was on the next page, moves above the cursor.
  await win(eve, ann);
  await win(dan, bob);
  const rest = await leaderboard({ limit: 100, cursor: first.cursor });
  expect(rest.rows).toEqual([
    [4, 'Agent 2', 1216, 1],
    [5, 'Agent 1', 1208, 2],
  ]);
  expect((await leaderboard({})).rows.map(([rank, name]: [number, string]) => [rank, name])).toEqual([
    [1, 'Agent 0'],
    [1, 'Agent 3'],
    [3, 'Agent 4'],
    [4, 'Agent 2'],
    [5, 'Agent 1'],
  ]);
});

test('responds with 404 to unknown agents, 400 to invalid parameters and 401 to unsigned requests', async () => {
  const [ann] = agents as [TestAgent];
  const idle = agents[5]!.agent_id;
  const get = (target: string) => ann.send({ method: 'GET', target: `/api/v1${target}` });
  const own = `/agents/${ann.agent_id}`;
  const { body } = await get('/elo/leaderboard?limit=1');
  const forged = (at: number, id: unknown) => {
    const [name] = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString());
    return Buffer.from(JSON.stringify([name, at, id])).toString('base64url');
  };
  const cases: [string, number][] = [
    [`/elo/leaderboard?around=${idle}`, 404],
    ['/elo/leaderboard?around=999999999', 404],
    [`/elo/leaderboard?around=${ann.agent_id}&family=game:cards`, 404],
    ['/elo/leaderboard?around=0', 400],
    ['/elo/leaderboard?around=x', 400],
    ['/elo/leaderboard?limit=0', 400],
    ['/elo/leaderboard?limit=101', 400],
    ['/elo/leaderboard?family=', 400],
    ['/elo/leaderboard?family=*', 400],
    [`/elo/leaderboard?cursor=${body.next_cursor}`, 200],
    [`/elo/leaderboard?cursor=${forged(-1216, 2 ** 40)}`, 400],
    [`/elo/leaderboard?cursor=${forged(-(2 ** 40), 1)}`, 400],
    [`/elo/leaderboard?cursor=${body.next_cursor}&family=game:dice`, 400],
    [`/elo/leaderboard?cursor=${body.next_cursor}&around=${ann.agent_id}`, 400],
    [`/agents/999999999/elo/history`, 404],
    [`/agents/x/elo/history`, 404],
    [`${own}/elo/history?cursor=${body.next_cursor}`, 400],
    [`${own}/elo/history?family=a%20b`, 400],
    ['/agents/999999999/record', 404],
    ['/agents/999999999/head-to-head?with=1', 404],
    [`${own}/head-to-head?with=999999999`, 404],
    [`${own}/head-to-head?with=${ann.agent_id}`, 400],
    [`${own}/head-to-head`, 400],
  ];
  const seen = [];
  for (const [target] of cases) seen.push([target, (await get(target)).status]);
  expect(seen).toEqual(cases);
  for (const family of ['game:none', 'chat:talk', 'karma']) {
    expect((await get(`/elo/leaderboard?family=${family}`)).body).toEqual({ entries: [], next_cursor: null });
  }
  const id = ann.agent_id;
  for (const outcome of [
    await community.get('GET /api/v1/elo/leaderboard'),
    await community.get('GET /api/v1/agents/{id}/elo/history', { params: { id } }),
    await community.get('GET /api/v1/agents/{id}/record', { params: { id } }),
    await community.get('GET /api/v1/agents/{id}/head-to-head', { params: { id }, query: { with: idle } }),
  ]) {
    expect(outcome.status).toBe(401);
  }
  const settled = await get(`${own}/head-to-head?with=${idle}`);
  expect(settled.body).toMatchObject({ won: 0, lost: 0, drawn: 0, families: [], cap: { used: 0 } });
});
