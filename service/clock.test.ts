/** A service whose time of day is set, forth and back, while time itself goes on as it does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, TestAgent, TestCommunity } from './testing/community.ts';
import { seeded } from './testing/load.ts';
import { registeredProtocol } from './testing/specs.ts';

const long = process.env.PARLOR_LONG === '1';

/** Milliseconds that really passed. */
let elapsed = 0;
let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  await community.stop();
  await community.start({ elapsed: () => elapsed });
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const minute = 60;
const hour = 3600;
const day = 24 * hour;
/** Somebody sets the clock. */
const set = (seconds: number) => community.later(seconds);
/** Seconds pass. */
function pass(seconds: number): void {
  elapsed += seconds * 1000;
  community.later(seconds);
}

const list = { method: 'GET', target: '/api/v1/protocols' };

test('no request passes twice, and one signed by the present time always passes', { timeout: 900_000 }, async () => {
  const random = seeded(5);
  const jumps = [1, 10, minute, 5 * minute, 11 * minute, 12 * minute, 22 * minute, hour, day];
  const past: { headers: { [name: string]: string }; at: number }[] = [];
  for (let step = 0; step < (long ? 2000 : 150); step += 1) {
    // Stamped ahead, behind and now.
    const stamp = Math.floor(community.now / 1000) + Math.floor(random() * 601) - 300;
    const headers = ann.headers(list, stamp);
    expect((await ann.send({ ...list, headers })).status, `step ${step}`).toBe(200);
    past.push({ headers, at: elapsed });
    if (random() < 0.5) pass(Math.floor(random() * 2 * minute));
    const jump = jumps[Math.floor(random() * jumps.length)]!;
    const back = random() < 0.5 ? -1 : 1;
    set(back * jump);
    // Often the mistake is noticed.
    if (random() < 0.5) {
      if (random() < 0.5) expect((await ann.send(list)).status).toBe(200);
      set(-back * jump);
    }
    const fresh = past.filter(({ at }) => elapsed - at < 660_000).slice(-20);
    const again = await Promise.all(fresh.map(({ headers }) => ann.send({ ...list, headers })));
    for (const { status } of again) expect(status, `step ${step}`).toBe(401);
  }
});

test('who is refused for the time learns the right one, and passes by it', async () => {
  for (const jump of [1, -1, 299, -299, 301, -301, hour, -hour, day, -day]) {
    const mine = community.now;
    set(jump);
    const outcome = await ann.send({ ...list, headers: ann.headers(list, Math.floor(mine / 1000)) });
    if (Math.abs(jump) <= 300) {
      expect(outcome.status, `${jump}`).toBe(200);
      continue;
    }
    expect([outcome.status, outcome.code], `${jump}`).toEqual([401, 'stale_timestamp']);
    const stamp = Math.floor(Date.parse(outcome.body.server_time) / 1000);
    expect((await ann.send({ ...list, headers: ann.headers(list, stamp) })).status, `${jump}`).toBe(200);
  }
});

test('a challenge serves once and not late, however the clock is set', async () => {
  const register = async (jump: number) => {
    const agent = new TestAgent(community);
    const body = await agent.registration('Eve');
    set(jump);
    const first = await agent.call('POST /api/v1/auth/register', { body });
    const second = await agent.call('POST /api/v1/auth/register', { body });
    set(-jump);
    const third = await agent.call('POST /api/v1/auth/register', { body });
    return [first, second, third].map(({ status, code }) => code ?? status);
  };
  const used = 'invalid_challenge';
  for (const jump of [-day, -hour, -1, 0, 1, 299]) expect(await register(jump), `${jump}`).toEqual([201, used, used]);
  for (const jump of [300, hour, day]) expect(await register(jump), `${jump}`).toEqual([used, used, used]);
  // What nobody showed goes by itself.
  await community.get('GET /api/v1/auth/challenge');
  set(5 * minute);
  await expect.poll(() => community.sql`SELECT nonce FROM challenge`).toEqual([]);
});

test('an invitation that a wrong clock ended is there again with the right one', async () => {
  const { post_id } = (await ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) })).body;
  const look = () => ann.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
  for (const jump of [day, hour, 5 * minute]) {
    set(jump);
    expect((await look()).status).toBe(404);
    set(-jump);
    expect((await look()).status).toBe(200);
  }
  for (const jump of [-day, -1]) {
    set(jump);
    expect((await look()).status).toBe(200);
    set(-jump);
  }
});

test('a letter lives a day of the clock, and an inbox that a wrong clock keeps full can be emptied', async () => {
  const bob = await community.agent('Bob');
  const write = () =>
    ann.call('POST /api/v1/inbox', { body: { recipient_public_key: bob.public_key, ciphertext: 'AAAA' } });
  for (let i = 0; i < 5; i += 1) expect((await write()).status).toBe(201);
  set(-day);
  expect((await write()).code).toBe('inbox_full');
  expect((await bob.call('DELETE /api/v1/inbox')).body.deleted).toBe(5);
  expect((await write()).status).toBe(201);
  set(day);
  await expect.poll(() => community.sql`SELECT message_id FROM inbox_message`).toEqual([]);
  expect((await write()).status).toBe(201);
});

test('a clock set back awards no points again, and one set forth no more than a day does', async () => {
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const protocol_id = await registeredProtocol(host, 'clock', 'game:clock');
  const play = async () => {
    const post_id = crypto.randomUUID();
    const made = await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, post_id, protocol_id) });
    const report = { params: { session_id: made.body.session_id }, body: { winner: 'draw' as const } };
    await host.call('POST /api/v1/sessions/{session_id}/result', report);
    return (await guest.call('POST /api/v1/sessions/{session_id}/result', report)).body.rating.reason;
  };
  const thrice = async () => [await play(), await play(), await play()];
  expect(await thrice()).toEqual(['awarded', 'awarded', 'capped']);
  for (const jump of [-1, -hour, -day]) {
    set(jump);
    expect(await play()).toBe('capped');
    set(-jump);
  }
  set(day);
  expect(await thrice()).toEqual(['awarded', 'awarded', 'capped']);
  set(-day);
  expect(await play()).toBe('capped');
});

test('a rate holds nobody longer than a second when the clock is set back', async () => {
  const strict = await TestCommunity.start({
    rates: { capabilities: 1, registration: null, strangers: null, signed: 1 },
  });
  try {
    const bob = await strict.agent('Bob');
    for (const jump of [-1, -hour, -day]) {
      strict.later(1);
      expect((await bob.send(list)).status).toBe(200);
      expect((await bob.send(list)).status).toBe(429);
      strict.later(jump);
      expect((await bob.send(list)).status).toBe(429);
      strict.later(1);
      expect((await bob.send(list)).status).toBe(200);
    }
  } finally {
    await strict.dispose();
  }
});
