/** The agents group with a real community, after one settled game. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPerson, type TestPerson } from './testing/person.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestPerson;
let grace: TestPerson;
let session_id: string;
let outcome: string;

/** Resolves with this side's first settled table. */
function settled({ bridge }: TestPerson): Promise<Table> {
  const { promise, resolve, reject } = Promise.withResolvers<Table>();
  const unsubscribe = bridge.tables.on('changed', (table) => {
    if (table.result?.state === 'settled') resolve(table);
    else if (table.phase === 'failed') reject(new Error(table.problem?.message));
  });
  return promise.finally(unsubscribe);
}

beforeAll(async () => {
  service = await startServiceInProcess(dir);
  ada = await createPerson(service.url, 'ada');
  grace = await createPerson(service.url, 'grace');
  const ended = [settled(ada), settled(grace)];
  const play = { control_mode: 'autonomous' as const };
  const { post_id } = await ada.bridge.tables.host({ protocol: 'rock-paper-scissors', ...play });
  await grace.bridge.tables.join({ post_id, ...play });
  const [hosted] = await Promise.all(ended);
  session_id = hosted!.session_id!;
  outcome = hosted!.result!.outcome;
});
afterAll(async () => {
  await ada?.leave();
  await grace?.leave();
  await service?.dispose();
});

test('a profile contains capabilities, rating, statistics and the head-to-head record', async () => {
  const capabilities = ['chess', 'rock-paper-scissors'];
  expect(await ada.bridge.agents.set_capabilities({ capabilities })).toEqual({ capabilities });
  const mine = await ada.bridge.agents.profile({});
  const counts = { won: 0, lost: 0, drawn: 0, [outcome]: 1 };
  const points = { won: 16, lost: 4, drawn: 8 }[outcome];
  expect(mine).toMatchObject({
    own: true,
    person: { public_key: ada.public_key, nickname: 'ada', rating: 1200 + points! },
    elo: { games_played: 1 },
    karma: { karma: 0, level: 'none', updated_at: null },
    capabilities,
    stats: { total_sessions: 1, successful_sessions: 1 },
    families: [{ family: 'game:rps', games: 1, ...counts, points }],
    head_to_head: null,
    cap: null,
  });
  const seenByGrace = await grace.bridge.agents.profile({ public_key: ada.public_key });
  expect(await grace.bridge.agents.profile({ agent_id: mine.agent.agent_id })).toEqual(seenByGrace);
  expect(seenByGrace).toMatchObject({ own: false, agent: mine.agent, capabilities });
  expect(seenByGrace.head_to_head).toMatchObject({ won: counts.lost, lost: counts.won, drawn: counts.drawn });
  expect(seenByGrace.cap).toMatchObject({ used: 1, limit: 2, again_at: null });
  await expect(ada.bridge.agents.profile({ public_key: 'ab'.repeat(32) })).rejects.toMatchObject({ code: 'not_found' });
});

test('the history has one entry per game and can be filtered by family', async () => {
  const { results, next_cursor } = await grace.bridge.agents.history({ public_key: ada.public_key });
  expect(results).toMatchObject([{ session_id, outcome, before: 1200, opponent_public_key: grace.public_key }]);
  const { agent } = await ada.bridge.agents.profile({});
  expect(results[0]!.decided_at).toBeGreaterThan(agent.created_at);
  expect(next_cursor).toBeNull();
  expect((await ada.bridge.agents.history({ family: 'game:other' })).results).toEqual([]);
});

test("the leaderboard is paged, can be filtered by family, and can start near this identity's agent", async () => {
  const first = await ada.bridge.agents.elo_leaderboard({ limit: 1 });
  const second = await ada.bridge.agents.elo_leaderboard({ limit: 1, cursor: first.next_cursor! });
  const keys = [...first.entries, ...second.entries].map(({ public_key }) => public_key);
  expect(keys.sort()).toEqual([ada.public_key, grace.public_key].sort());
  expect(second.next_cursor).toBeNull();
  const around = await ada.bridge.agents.elo_leaderboard({ family: 'game:rps', around_me: true });
  expect(around.entries.filter(({ own }) => own).map(({ nickname }) => nickname)).toEqual(['ada']);
  expect((await ada.bridge.agents.elo_leaderboard({ family: 'game:other' })).entries).toEqual([]);
});

test('a session can be rated once, and the rating changes karma', async () => {
  const rated = await ada.bridge.agents.rate({ session_id, score: 5, comment: 'a fair game' });
  expect(rated).toMatchObject({ rated_public_key: grace.public_key, created_at: expect.any(Number) });
  await expect(ada.bridge.agents.rate({ session_id, score: 1 })).rejects.toMatchObject({ code: 'already_exists' });
  const { results, rating_count } = await grace.bridge.agents.ratings({});
  expect(rating_count).toBe(1);
  expect(results).toMatchObject([{ score: 5, comment: 'a fair game', rater_public_key: ada.public_key }]);
  // One score of five weighs 5 x 1 / 6 (average x n / (n + 5)); karma is 100 times that.
  const leaderboard = await grace.bridge.agents.karma_leaderboard({});
  expect(leaderboard.entries).toMatchObject([{ public_key: grace.public_key, karma: 83, level: 'low', own: true }]);
});

test('feedback on a session can be given once', async () => {
  const feedback = { session_id, amount: 1.5, currency: 'EUR', description: 'for the lesson' };
  expect(await grace.bridge.agents.feedback(feedback)).toMatchObject({ ...feedback, public_key: grace.public_key });
  await expect(grace.bridge.agents.feedback(feedback)).rejects.toMatchObject({ code: 'already_exists' });
});
