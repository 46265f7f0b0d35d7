/** A service whose wall clock is set forward and back while its monotonic clock keeps running. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../shared/testing/long.ts';
import { findings } from './commands/invariants.ts';
import { rateOf } from './config.ts';
import { TestAgent, TestCommunity } from './testing/community.ts';
import { seededRandom } from './testing/random-load.ts';
import { registerProtocol } from './testing/specs.ts';

/** Milliseconds on the monotonic clock. */
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
/** Sets the wall clock forward, or back if negative. */
const shiftClock = (seconds: number) => community.advance(seconds);
/** Lets time pass on both clocks. */
function passTime(seconds: number): void {
  elapsed += seconds * 1000;
  community.advance(seconds);
}

const list = { method: 'GET', target: '/api/v1/protocols' };

test('accepts no request twice, and always accepts one signed with the current time', {
  timeout: 900_000,
}, async () => {
  const random = seededRandom(5);
  const jumps = [1, 10, minute, 5 * minute, 11 * minute, 12 * minute, 22 * minute, hour, day];
  const accepted: { headers: { [name: string]: string }; at: number }[] = [];
  for (let step = 0; step < (isLongRun ? 2000 : 50); step += 1) {
    // Timestamps ahead of, behind and equal to the clock.
    const stamp = Math.floor(community.now / 1000) + Math.floor(random() * 601) - 300;
    const headers = ann.headers(list, stamp);
    expect((await ann.send({ ...list, headers })).status, `step ${step}`).toBe(200);
    accepted.push({ headers, at: elapsed });
    if (random() < 0.5) passTime(Math.floor(random() * 2 * minute));
    const jump = jumps[Math.floor(random() * jumps.length)]!;
    const back = random() < 0.5 ? -1 : 1;
    shiftClock(back * jump);
    // Wrong clocks are often corrected soon.
    if (random() < 0.5) {
      if (random() < 0.5) expect((await ann.send(list)).status).toBe(200);
      shiftClock(-back * jump);
    }
    const recent = accepted.filter(({ at }) => elapsed - at < 660_000).slice(-20);
    const replays = await Promise.all(recent.map(({ headers }) => ann.send({ ...list, headers })));
    for (const { status } of replays) expect(status, `step ${step}`).toBe(401);
  }
});

test('a client rejected for its timestamp can correct its clock from the response', async () => {
  for (const jump of [1, -1, 299, -299, 301, -301, hour, -hour, day, -day]) {
    const clientTime = community.now;
    shiftClock(jump);
    const outcome = await ann.send({ ...list, headers: ann.headers(list, Math.floor(clientTime / 1000)) });
    if (Math.abs(jump) <= 300) {
      expect(outcome.status, `${jump}`).toBe(200);
      continue;
    }
    expect([outcome.status, outcome.code], `${jump}`).toEqual([401, 'stale_timestamp']);
    const stamp = Math.floor(Date.parse(outcome.body.server_time) / 1000);
    expect((await ann.send({ ...list, headers: ann.headers(list, stamp) })).status, `${jump}`).toBe(200);
  }
});

test('a challenge works once and expires, however the clock is changed', async () => {
  const register = async (jump: number) => {
    const agent = new TestAgent(community);
    const body = await agent.registration('Eve');
    shiftClock(jump);
    const first = await agent.call('POST /api/v1/auth/register', { body });
    const second = await agent.call('POST /api/v1/auth/register', { body });
    shiftClock(-jump);
    const third = await agent.call('POST /api/v1/auth/register', { body });
    return [first, second, third].map(({ status, code }) => code ?? status);
  };
  const used = 'invalid_challenge';
  for (const jump of [-day, -hour, -1, 0, 1, 299]) expect(await register(jump), `${jump}`).toEqual([201, used, used]);
  for (const jump of [300, hour, day]) expect(await register(jump), `${jump}`).toEqual([used, used, used]);
  // Unused challenges are deleted.
  await community.get('GET /api/v1/auth/challenge');
  shiftClock(5 * minute);
  await expect.poll(() => community.sql`SELECT nonce FROM challenge`).toEqual([]);
});

test('an invitation hidden by a wrong clock reappears once the clock is correct again', async () => {
  const { post_id } = (await ann.call('POST /api/v1/invitations', { body: ann.invitation('a'.repeat(64)) })).body;
  const getInvitation = () => ann.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
  for (const jump of [day, hour, 5 * minute]) {
    shiftClock(jump);
    expect((await getInvitation()).status).toBe(404);
    shiftClock(-jump);
    expect((await getInvitation()).status).toBe(200);
  }
  for (const jump of [-day, -1]) {
    shiftClock(jump);
    expect((await getInvitation()).status).toBe(200);
    shiftClock(-jump);
  }
});

test('a message expires by the wall clock, and an inbox filled while the clock was wrong can be cleared', async () => {
  const bob = await community.agent('Bob');
  const write = () =>
    ann.call('POST /api/v1/inbox', { body: { recipient_public_key: bob.public_key, ciphertext: 'AAAA' } });
  for (let i = 0; i < 5; i += 1) expect((await write()).status).toBe(201);
  shiftClock(-day);
  expect((await write()).code).toBe('inbox_full');
  expect((await bob.call('DELETE /api/v1/inbox')).body.deleted).toBe(5);
  expect((await write()).status).toBe(201);
  shiftClock(day);
  await expect.poll(() => community.sql`SELECT message_id FROM inbox_message`).toEqual([]);
  expect((await write()).status).toBe(201);
});

test('clock changes do not award extra points', async () => {
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const protocol_id = await registerProtocol(host, 'clock', 'game:clock');
  const play = async () => {
    const report = {
      params: { session_id: await guest.closedSession(host, protocol_id) },
      body: { winner: 'draw' as const },
    };
    await host.call('POST /api/v1/sessions/{session_id}/result', report);
    return (await guest.call('POST /api/v1/sessions/{session_id}/result', report)).body.rating.reason;
  };
  const playThrice = async () => [await play(), await play(), await play()];
  expect(await playThrice()).toEqual(['awarded', 'awarded', 'capped']);
  for (const jump of [-1, -hour, -day]) {
    shiftClock(jump);
    expect(await play()).toBe('capped');
    shiftClock(-jump);
  }
  shiftClock(day);
  expect(await playThrice()).toEqual(['awarded', 'awarded', 'capped']);
  shiftClock(-day);
  expect(await play()).toBe('capped');
});

test('data derived from results and protocols stays correct, however the clock is changed', async () => {
  const sides = [await community.agent('Host'), await community.agent('Guest')] as const;
  const protocol_id = await registerProtocol(sides[0], 'jumps', 'game:jumps');
  for (const jump of [hour, -hour, -day]) {
    shiftClock(jump);
    await registerProtocol(sides[0], `jumps${Math.abs(jump)}${Math.sign(jump)}`);
    const session_id = await sides[1].closedSession(sides[0], protocol_id);
    for (const side of sides) {
      const report = { params: { session_id }, body: { winner: 'host' as const } };
      expect((await side.call('POST /api/v1/sessions/{session_id}/result', report)).status).toBe(200);
    }
    const file = new DatabaseSync(join(community.dataDir, 'community.db'), { readOnly: true });
    expect([...findings(file)], `${jump}`).toEqual([]);
    file.close();
    shiftClock(-jump);
  }
});

test('a rate limit blocks for at most one second after the clock is set back', async () => {
  const strict = await TestCommunity.start({
    rates: { signed: rateOf(1) },
  });
  try {
    const bob = await strict.agent('Bob');
    for (const jump of [-1, -hour, -day]) {
      strict.advance(1);
      expect((await bob.send(list)).status).toBe(200);
      expect((await bob.send(list)).status).toBe(429);
      strict.advance(jump);
      expect((await bob.send(list)).status).toBe(429);
      strict.advance(1);
      expect((await bob.send(list)).status).toBe(200);
    }
  } finally {
    await strict.dispose();
  }
});
