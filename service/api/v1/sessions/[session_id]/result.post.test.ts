import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Winner } from '../../../../../shared/tables/hooks.ts';
import { proofOf, type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { registerProtocol } from '../../../../testing/specs.ts';

let community: TestCommunity;
let rated: string;
let chat: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  const author = await community.agent('Author');
  rated = await registerProtocol(author, 'dice', 'game:dice');
  chat = await registerProtocol(author, 'talk', 'chat:talk');
});
afterAll(() => community.dispose());

async function pair(): Promise<[TestAgent, TestAgent]> {
  return [await community.agent('Host'), await community.agent('Guest')];
}
const session = (host: TestAgent, guest: TestAgent, protocol_id = rated) => guest.closedSession(host, protocol_id);
const report = (agent: TestAgent, session_id: string, winner: Winner) =>
  agent.call('POST /api/v1/sessions/{session_id}/result', { params: { session_id }, body: { winner } });
const elo = async ({ agent_id }: TestAgent) =>
  (await community.get('GET /api/v1/agents/{id}/elo', { params: { id: agent_id } })).body;
async function play(host: TestAgent, guest: TestAgent, winner: Winner, protocol_id = rated) {
  const session_id = await session(host, guest, protocol_id);
  await report(host, session_id, winner);
  return (await report(guest, session_id, winner)).body;
}
const setRating = (agent: TestAgent, rating: number) =>
  community.sql`INSERT INTO standing VALUES (${agent.agent_id}, '*', ${rating}, ${-rating}, 10, 0, 0, 0, 0)`;
const change = (before: number, delta: number) => ({ before, after: before + delta, delta });

test('an agent without a game has a rating of 1200 and no update time', async () => {
  const [host] = await pair();
  expect(await elo(host)).toEqual({
    agent_id: host.agent_id,
    public_key: host.public_key,
    rating: 1200,
    games_played: 0,
    updated_at: null,
  });
});

test('only a closed session has a result', async () => {
  const [host, guest] = await pair();
  const status = 'POST /api/v1/sessions/{session_id}/status';
  for (const ended of ['matched', 'failed', 'cancelled'] as const) {
    const { body } = await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, randomUUID(), rated) });
    const { session_id } = body;
    if (ended !== 'matched') await host.call(status, { params: { session_id }, body: { status: ended } });
    for (const agent of [host, guest])
      expect(await report(agent, session_id, 'host')).toMatchObject({ status: 409, code: 'session_not_closed' });
  }
  expect((await elo(host)).rating).toBe(1200);
});

test('two equal reports settle a result; one report leaves it pending', async () => {
  const [host, guest] = await pair();
  const session_id = await session(host, guest);
  const at = new Date(community.now).toISOString();
  const unchanged = change(1200, 0);
  expect(await report(host, session_id, 'host')).toMatchObject({
    status: 200,
    body: {
      state: 'pending',
      reports: { host: 'host', guest: null },
      reported_at: { host: at, guest: null },
      decided_at: null,
      rating: { applied: false, reason: 'pending', host: unchanged, guest: unchanged },
    },
  });
  const settled = await report(guest, session_id, 'host');
  expect(settled).toMatchObject({
    status: 200,
    body: {
      session_id,
      state: 'settled',
      reports: { host: 'host', guest: 'host' },
      rating: { applied: true, reason: 'awarded', host: change(1200, 16), guest: change(1200, 4) },
    },
  });
  expect(await elo(host)).toMatchObject({ rating: 1216, games_played: 1, updated_at: at });
  expect(await elo(guest)).toMatchObject({ rating: 1204, games_played: 1, updated_at: at });
  // Repeating a report changes nothing.
  community.advance(10);
  expect((await report(host, session_id, 'host')).body).toEqual(settled.body);
  expect((await report(guest, session_id, 'host')).body).toEqual(settled.body);
  const conflict = await report(guest, session_id, 'guest');
  expect(conflict).toMatchObject({ status: 409, code: 'result_conflict', body: { reported: 'host' } });
  expect(await elo(host)).toMatchObject({ rating: 1216, games_played: 1, updated_at: at });
  const read = await host.call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
  expect(read.body.result).toEqual(settled.body);
});

test.each([
  // Ratings of host and guest before the game, the winner, and the points each gains.
  [1264, 1312, 'host', 18, 5],
  [1312, 1264, 'guest', 5, 18],
  [1600, 1200, 'host', 3, 1],
  [1200, 1600, 'host', 29, 7],
  [1500, 1300, 'draw', 8, 8],
] as const)('%i against %i, winner %s: +%i and +%i', async (hostRating, guestRating, winner, hostGain, guestGain) => {
  const [host, guest] = await pair();
  await setRating(host, hostRating);
  await setRating(guest, guestRating);
  const { rating } = await play(host, guest, winner);
  expect(rating).toMatchObject({ host: change(hostRating, hostGain), guest: change(guestRating, guestGain) });
  expect(await elo(host)).toMatchObject({ rating: hostRating + hostGain, games_played: 11 });
});

test('different reports dispute a result and change no rating', async () => {
  const [host, guest] = await pair();
  const session_id = await session(host, guest);
  await report(guest, session_id, 'guest');
  const disputed = await report(host, session_id, 'host');
  expect(disputed.body).toMatchObject({
    state: 'disputed',
    rating: { applied: false, reason: 'disputed', host: change(1200, 0) },
  });
  expect((await report(guest, session_id, 'guest')).body.state).toBe('disputed');
  expect((await report(guest, session_id, 'host')).code).toBe('result_conflict');
  expect(await elo(host)).toMatchObject({ rating: 1200, games_played: 0, updated_at: null });
});

test('only registered protocols of a game family are rated', async () => {
  const [host, guest] = await pair();
  for (const protocol_id of [chat, 'b'.repeat(64)]) {
    expect(await play(host, guest, 'host', protocol_id)).toMatchObject({
      state: 'settled',
      rating: { applied: false, reason: 'unrated' },
    });
  }
  expect(await elo(host)).toMatchObject({ rating: 1200, games_played: 0, updated_at: null });
  // Unrated games do not count towards the cap either.
  expect((await play(host, guest, 'host')).rating.applied).toBe(true);
  expect((await play(host, guest, 'host')).rating.applied).toBe(true);
});

test('only participants can report, and only a valid winner', async () => {
  const [host, guest] = await pair();
  const session_id = await session(host, guest);
  const stranger = await community.agent('Stranger');
  expect(await report(stranger, session_id, 'host')).toMatchObject({ status: 403, code: 'not_participant' });
  expect((await report(host, session_id, 'none' as Winner)).body.errors[0].pointer).toBe('/winner');
  expect(await report(host, 'c'.repeat(64), 'host')).toMatchObject({ status: 404 });
});

test('a game awards no points if the two agents have settled two others within a day, regardless of who hosted', async () => {
  const [one, two] = await pair();
  const first = community.now;
  /** A new invitation as its viewer sees it, with the state of the cap between both. */
  const invitationFor = async (viewer: TestAgent, host: TestAgent) => {
    const { post_id } = (await host.call('POST /api/v1/invitations', { body: host.invitation(rated) })).body;
    return (await viewer.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body;
  };
  expect(await invitationFor(one, two)).toMatchObject({ cap: { used: 0, limit: 2, again_at: null } });
  await play(one, two, 'host');
  community.advance(3600);
  expect((await invitationFor(one, two)).cap).toEqual({ used: 1, limit: 2, again_at: null });
  await play(two, one, 'draw');
  const ratings = [(await elo(one)).rating, (await elo(two)).rating];
  const again_at = new Date(first + 86_400_000).toISOString();
  expect(await invitationFor(one, two)).toMatchObject({
    cap: { used: 2, limit: 2, again_at },
    head_to_head: { won: 1, lost: 0, drawn: 1 },
  });
  expect(await invitationFor(two, one)).toMatchObject({
    cap: { used: 2, limit: 2, again_at },
    head_to_head: { won: 0, lost: 1, drawn: 1 },
  });
  expect(await invitationFor(one, one)).toMatchObject({ cap: null });

  community.now = first + 86_400_000 - 1;
  const capped = await play(one, two, 'guest');
  expect(capped).toMatchObject({
    state: 'capped',
    rating: { applied: false, reason: 'capped', host: change(ratings[0], 0) },
  });
  expect(await elo(one)).toMatchObject({
    rating: ratings[0],
    games_played: 3,
    updated_at: new Date(community.now).toISOString(),
  });

  // A day after the first game, the capped one counts in its place.
  community.now = first + 86_400_000;
  const secondLeaves = new Date(first + 3_600_000 + 86_400_000).toISOString();
  expect((await invitationFor(one, two)).cap).toEqual({ used: 2, limit: 2, again_at: secondLeaves });
  community.now = first + 3_600_000 + 86_400_000;
  expect((await invitationFor(one, two)).cap.used).toBe(1);
  expect((await play(one, two, 'host')).rating.applied).toBe(true);
  expect((await play(one, two, 'host')).state).toBe('capped');
  // Games against other opponents are not affected.
  const [third] = await pair();
  expect((await play(third, one, 'host')).rating.applied).toBe(true);
});

test('concurrent reports settle a result once', async () => {
  const before = community.now;
  const games = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const [host, guest] = await pair();
      return { host, guest, session_id: await session(host, guest) };
    }),
  );
  const outcomes = await Promise.all(
    games.flatMap(({ host, guest, session_id }) =>
      [host, guest, host, guest].map((agent) => report(agent, session_id, 'guest')),
    ),
  );
  expect(outcomes.every(({ status }) => status === 200)).toBe(true);
  for (const { host, guest } of games) {
    expect(await elo(host)).toMatchObject({ rating: 1204, games_played: 1 });
    expect(await elo(guest)).toMatchObject({ rating: 1216, games_played: 1 });
  }
  expect(community.now).toBe(before);
});

test('every rating is the sum of the settled results', async () => {
  // No game in this file lowers a rating, so ordering by rating is chronological.
  const rows = await community.sql`
    SELECT agent_id, rating_before, rating_after FROM (
      SELECT host_id AS agent_id, host_before AS rating_before, host_after AS rating_after FROM result
      UNION ALL SELECT guest_id, guest_before, guest_after FROM result
    ) AS side ORDER BY agent_id, rating_before, rating_after`;
  const lastRating = new Map<number, number>();
  for (const { agent_id, rating_before, rating_after } of rows) {
    if (lastRating.has(agent_id)) expect(rating_before).toBe(lastRating.get(agent_id));
    expect(rating_after).toBeGreaterThanOrEqual(rating_before);
    lastRating.set(agent_id, rating_after);
  }
  const ratings = await community.sql`SELECT agent_id, rating FROM standing WHERE board = '*'`;
  expect(ratings.length).toBeGreaterThan(30);
  for (const { agent_id, rating } of ratings) expect(lastRating.get(agent_id)).toBe(rating);
});
