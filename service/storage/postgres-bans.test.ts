/** Bans and erasures beside what others write at the same time. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ban, erase } from '../order/key-bans.ts';
import { removeInvitation, restoreInvitation } from '../order/removals.ts';
import { proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { lock, locks } from './locks.ts';
import { type OperatorAccess, openForOperator } from './operator-access.ts';
import type { Writer } from './schema.ts';

let community: TestCommunity;
let operators: [OperatorAccess, OperatorAccess];
/** Let what a failed test holds open commit. */
const releases: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  community = await TestCommunity.start();
  const open = () => openForOperator({ databaseUrl: community.databaseUrl! });
  operators = [await open(), await open()];
});
afterEach(() => Promise.all(releases.splice(0).map((release) => release())));
afterAll(async () => {
  for (const operator of operators) await operator[Symbol.asyncDispose]();
  await community.dispose();
});

const act = () => ({ operator: 'olga', note: '', now: community.now });

/** Runs a transaction; resolves, before it commits, with a function that lets it. */
async function holdOpen(operator: OperatorAccess, work: (db: Writer) => Promise<unknown>) {
  const [worked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = operator.transaction(async (db) => {
    await work(db);
    worked.resolve();
    await released.promise;
  });
  await Promise.race([worked.promise, ended]);
  const release = () => {
    released.resolve();
    return ended;
  };
  releases.push(release);
  return release;
}

/** Resolves once each call has ended or waits for a lock. */
async function untilWaiting(calls: readonly Promise<unknown>[]): Promise<void> {
  let running = calls.length;
  for (const call of calls) {
    const ended = () => {
      running -= 1;
    };
    call.then(ended, ended);
  }
  await expect
    .poll(async () => {
      const [{ waiting }] = await community.sql`
        SELECT count(DISTINCT pid) AS waiting FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return running - Number(waiting);
    })
    .toBe(0);
}

const openTable = async (agent: TestAgent) => {
  const { body } = await agent.call('POST /api/v1/invitations', { body: agent.invitation('ab'.repeat(32)) });
  return body.post_id as string;
};

test('a ban closes a table that is being restored', async () => {
  const eve = await community.agent('Eve');
  const post_id = await openTable(eve);
  const [restoring, banning] = operators;
  await restoring.transaction((db) => removeInvitation(db, post_id, act()));
  const commit = await holdOpen(restoring, (db) => restoreInvitation(db, post_id, act()));
  const banned = banning.transaction((db) => ban(db, eve.public_key, act()));
  await untilWaiting([banned]);
  await commit();
  await banned;
  expect(await community.sql`SELECT status FROM invitation WHERE post_id = ${post_id}`).toEqual([
    { status: 'cancelled' },
  ]);
});

test('a forged registration does not wait for the key that it names', async () => {
  const eve = await community.agent('Eve');
  const stranger = new TestAgent(community);
  const body = { ...(await stranger.registration('Eve')), public_key: eve.public_key };
  const commit = await holdOpen(operators[0], (db) => lock(db, locks.agent(eve.public_key)));
  const answers: unknown[] = [];
  const call = stranger.call('POST /api/v1/auth/register', { body }).then(({ code }) => answers.push(code));
  await untilWaiting([call]);
  expect(answers).toEqual(['invalid_field']);
  await commit();
});

test.each([
  ['ban', ban],
  ['erase', erase],
] as const)('of what others store with or about a key during its %s, nothing stays', async (_, exclude) => {
  const [eve, bob] = [await community.agent('Eve'), await community.agent('Bob')];
  const evidence = { kind: 'profile' } as const;
  const message = { recipient_public_key: eve.public_key, ciphertext: randomBytes(60).toString('base64') };
  const commit = await holdOpen(operators[0], (db) => exclude(db, eve.public_key, act()));
  const calls = [
    bob.call('POST /api/v1/sessions', { body: proofOf(bob, eve, randomUUID(), 'ab'.repeat(32)) }),
    bob.call('POST /api/v1/sessions', { body: proofOf(eve, bob, randomUUID(), 'ab'.repeat(32)) }),
    bob.call('POST /api/v1/inbox', { body: message }),
    bob.call('POST /api/v1/complaints', { body: { public_key: eve.public_key, reason: 'abuse', evidence } }),
  ];
  await untilWaiting(calls);
  await commit();
  const codes = (await Promise.all(calls)).map(({ code, status }) => code ?? status);
  expect(codes).toEqual(Array(4).fill('not_found'));
  for (const table of ['session', 'inbox_message', 'complaint'])
    expect(await community.sql([`SELECT * FROM ${table}`]), table).toEqual([]);
});
