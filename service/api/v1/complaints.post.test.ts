import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../shared/community/limits.ts';
import { inboxMessageText } from '../../../shared/signing/texts.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { type RequestParts, TestAgent, TestCommunity } from '../../testing/community.ts';
import { runService } from '../../testing/process.ts';
import { runInProcess } from '../../testing/run-in-process.ts';

let community: TestCommunity;
let ann: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
  bob = await community.agent('B\u202eob');
});
afterAll(() => community.dispose());

type Draft = NonNullable<RequestParts<'POST /api/v1/complaints'>['body']>;

const complain = (from: TestAgent, about: TestAgent, parts: Partial<Draft> = {}) =>
  from.call('POST /api/v1/complaints', {
    body: { public_key: about.public_key, reason: 'abuse', evidence: { kind: 'profile' }, ...parts },
  });

/** Runs an operator’s command on the data of the running service. */
async function moderateWith(run: typeof runService, ...args: string[]) {
  const location =
    community.databaseUrl === null ? ['--data-dir', community.dataDir] : ['--database-url', community.databaseUrl];
  const { code, out, err } = await run(['moderate', ...args, ...location]);
  return {
    code,
    err,
    out,
    lines: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}
const moderate = (...args: string[]) => moderateWith(isLongRun ? runService : runInProcess, ...args);
/** In a process of its own, as operators do, where it writes while the service does. */
const moderateBeside = (...args: string[]) => moderateWith(runService, ...args);

test('operators read a complaint with its evidence, and resolve it', async () => {
  const words = 'I know where you live';
  const written_at = new Date(community.now).toISOString();
  const signature = bob.sign(inboxMessageText({ recipient_public_key: ann.public_key, written_at, words }));
  const ciphertext = randomBytes(120).toString('base64');
  const sent = await bob.call('POST /api/v1/inbox', { body: { recipient_public_key: ann.public_key, ciphertext } });
  const evidence = {
    kind: 'message' as const,
    message_id: sent.body.id as number,
    opened: { words, written_at, signature },
    ciphertext,
  };
  const made = await complain(ann, bob, { words: 'Please\u001b[31m help', evidence });
  expect(made.status).toBe(201);
  const id = String(made.body.complaint_id);

  const list = await moderate('reports');
  expect([list.code, list.err]).toEqual([0, '']);
  expect(list.lines).toMatchObject([
    { report: Number(id), state: 'open', about: 'message', reason: 'abuse', words: 'Please\u001b[31m help' },
  ]);
  expect(list.lines[0].accused).toMatchObject({ public_key: bob.public_key, name: 'B\u202eob' });
  // Nothing that a member has written reaches a terminal as it is.
  expect(list.out).toMatch(/^[\x20-\x7e\n]*$/);

  const shown = (await moderate('report', id)).lines[0];
  expect(shown.evidence).toEqual(evidence);
  expect(shown.findings).toEqual({ written_by_accused: true, sent_by_accused: true, played_together: null });

  expect((await moderate('resolve', id, '--note', 'Banned', '--operator', 'olga')).lines).toEqual([
    { event: 'resolved', report: Number(id) },
  ]);
  expect((await moderate('reports')).lines).toEqual([]);
  expect((await moderate('reports', '--all')).lines).toMatchObject([{ report: Number(id), state: 'resolved' }]);
  expect((await moderate('log')).lines.at(-1)).toMatchObject({
    operator: 'olga',
    act: 'resolve',
    subject: `report ${id}`,
    note: 'Banned',
  });
  expect(await moderate('resolve', id)).toMatchObject({ code: 1, err: `not_found: There is no open report ${id}.\n` });
});

test('evidence that the accused has not signed or sent is recognized', async () => {
  const cleo = await community.agent('Cleo');
  const signature = ann.sign('something else');
  const written_at = new Date(community.now).toISOString();
  const ciphertext = randomBytes(120).toString('base64');
  const to = (agent: TestAgent) =>
    cleo.call('POST /api/v1/inbox', { body: { recipient_public_key: agent.public_key, ciphertext } });
  const sent = await to(ann);
  const made = await complain(ann, bob, {
    evidence: {
      kind: 'message',
      message_id: sent.body.id,
      opened: { words: 'Invented', written_at, signature },
      ciphertext,
    },
  });
  const [shown] = (await moderate('report', String(made.body.complaint_id))).lines;
  expect(shown.findings).toEqual({ written_by_accused: false, sent_by_accused: false, played_together: null });
  // A message to somebody else, and a table of neither, are refused.
  const foreign = { kind: 'message' as const, message_id: (await to(bob)).body.id, opened: null, ciphertext };
  expect(await complain(ann, bob, { evidence: foreign })).toMatchObject({ status: 400, code: 'invalid_field' });
  const post = async (host: TestAgent): Promise<string> =>
    (await host.call('POST /api/v1/invitations', { body: host.invitation('cd'.repeat(32)) })).body.post_id;
  const complainOfTable = (post_id: string) =>
    complain(ann, bob, {
      reason: 'cheating',
      evidence: {
        ...{ kind: 'table', post_id, session_id: 'ab'.repeat(32), protocol_id: 'cd'.repeat(32) },
        ...{ record_id: null, link: 'http://127.0.0.1/join/x' },
      },
    });
  for (const post_id of [randomUUID(), await post(cleo)])
    expect(await complainOfTable(post_id)).toMatchObject({ status: 400, code: 'invalid_field' });
  const table = await complainOfTable(await post(bob));
  const [shownTable] = (await moderate('report', String(table.body.complaint_id))).lines;
  expect(shownTable.findings).toMatchObject({ played_together: false });
});

test('the same complaint is stored once while it is open, also with concurrent requests', async () => {
  const dora = await community.agent('Dora');
  const results = await Promise.all(Array.from({ length: 6 }, () => complain(dora, bob)));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(new Set(results.map(({ body }) => body.complaint_id)).size).toBe(1);
  const id = String(results[0]!.body.complaint_id);
  // Another subject is another complaint.
  const other = { kind: 'message' as const, message_id: 1001, opened: null, ciphertext: null };
  expect((await complain(dora, bob, { evidence: other })).status).toBe(201);
  await moderate('resolve', id);
  expect((await complain(dora, bob)).status).toBe(201);
});

test('complaints are bounded in size and number', async () => {
  const [emil, fred] = [await community.agent('Emil'), await community.agent('Fred')];
  const tooLong = 'x'.repeat(limits.complaint_characters + 1);
  expect(await complain(emil, fred, { words: tooLong })).toMatchObject({ status: 400, code: 'invalid_field' });
  expect(await complain(emil, emil)).toMatchObject({ status: 400, code: 'invalid_field' });
  const stranger = { public_key: 'ab'.repeat(32) };
  expect(await complain(emil, fred, stranger)).toMatchObject({ status: 404, code: 'not_found' });
  const others = await Promise.all([1, 2, 3].map((number) => community.agent(`Other ${number}`)));
  const accused = [fred, ...others];
  const about = (number: number) => {
    const message_id = 1000 + number;
    const evidence = { kind: 'message' as const, message_id, opened: null, ciphertext: null };
    return complain(emil, accused[Math.floor((number - 1) / limits.complaints_open_about_one)] ?? bob, { evidence });
  };
  for (let i = 1; i <= limits.complaints_per_day; i += 1) expect((await about(i)).status).toBe(201);
  const refused = await about(1000);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers['retry-after']).toBe('86400');
  expect((await about(1)).status).toBe(200);
  community.advance(86_400);
  expect((await about(1000)).status).toBe(201);
});

test('open complaints are bounded, of one agent about another and of all', async () => {
  const [pia, quentin] = [await community.agent('Pia'), await community.agent('Quentin')];
  const about = (message_id: number) =>
    complain(pia, quentin, {
      evidence: { kind: 'message', message_id: 1000 + message_id, opened: null, ciphertext: null },
    });
  const made = [];
  for (let i = 1; i <= limits.complaints_open_about_one; i += 1) made.push(await about(i));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  expect(await about(1000)).toMatchObject({ status: 429, code: 'rate_limited' });
  await moderate('resolve', String(made[0]!.body.complaint_id));
  expect((await about(1000)).status).toBe(201);

  const rows = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${limits.complaints_open})
    INSERT INTO complaint (reporter_id, accused_id, subject, reason, words, evidence, state, created_at)
    SELECT ${quentin.agent_id}, ${pia.agent_id}, 'filler ' || n, 'other', '', '{"kind":"profile"}', 'open', ${community.now}
    FROM number`;
  await community.sql([rows]);
  expect(await complain(pia, bob)).toMatchObject({ status: 429, code: 'rate_limited' });
  const listed = (await moderate('reports')).lines;
  expect(listed.length).toBeGreaterThanOrEqual(limits.complaints_open);
  expect(new Set(listed.map(({ report }) => report)).size).toBe(listed.length);
  await moderate('ban', quentin.public_key);
  expect((await complain(pia, bob)).status).toBe(201);
  await moderate('unban', quentin.public_key);
});

test('complaints are deleted in time, open ones sooner than resolved ones', async () => {
  const [gwen, hugo] = [await community.agent('Gwen'), await community.agent('Hugo')];
  const resolved = await complain(gwen, bob);
  const open = await complain(hugo, bob);
  await moderate('resolve', String(resolved.body.complaint_id));
  const ids = async () =>
    (
      await community.sql`SELECT complaint_id FROM complaint WHERE reporter_id IN (${gwen.agent_id}, ${hugo.agent_id})
        ORDER BY complaint_id`
    ).map(({ complaint_id }) => Number(complaint_id));
  // Operators act by the clock of their computer.
  await community.sql`UPDATE complaint SET resolved_at = ${community.now} WHERE complaint_id = ${resolved.body.complaint_id}`;
  expect(await ids()).toEqual([resolved.body.complaint_id, open.body.complaint_id]);
  const made = community.now;
  community.now = made + limits.complaint_open_seconds * 1000;
  await expect.poll(ids).toEqual([resolved.body.complaint_id]);
  community.now = made + limits.complaint_seconds * 1000;
  await expect.poll(ids).toEqual([]);
});

test('a banned key is refused, and can’t register again, until the ban ends', async () => {
  const iris = await community.agent('Iris');
  const protocol_id = 'ef'.repeat(32);
  const posted = await iris.call('POST /api/v1/invitations', { body: iris.invitation(protocol_id) });
  expect((await moderate('ban', iris.public_key, '--note', 'Threats')).lines).toEqual([
    { event: 'banned', public_key: iris.public_key, changed: true },
  ]);
  const list = () => iris.call('GET /api/v1/inbox');
  await expect.poll(async () => (await list()).code).toBe('banned');
  expect((await iris.register('Iris again')).code).toBe('banned');
  expect(
    (await ann.call('GET /api/v1/invitations/{post_id}', { params: { post_id: posted.body.post_id } })).status,
  ).toBe(404);
  expect((await moderate('bans')).lines).toMatchObject([{ public_key: iris.public_key }]);
  expect((await moderate('ban', iris.public_key)).lines).toMatchObject([{ changed: false }]);

  await moderate('unban', iris.public_key);
  await expect.poll(async () => (await list()).status).toBe(200);
  expect((await moderate('log')).lines.slice(-2).map(({ act }) => act)).toEqual(['ban', 'unban']);
});

test('nothing that a key sends is stored once its ban is committed, also before its requests are refused', async () => {
  const lara = await community.agent('Lara');
  const post = () => lara.call('POST /api/v1/invitations', { body: lara.invitation('ef'.repeat(32)) });
  // The services have not read this ban, which is no operator's act.
  await community.sql`INSERT INTO ban (public_key, banned_at) VALUES (${lara.public_key}, ${community.now})`;
  expect((await post()).code).toBe('banned');
  const capabilities = { params: { id: lara.agent_id }, body: { capabilities: ['late'] } };
  expect((await lara.call('POST /api/v1/agents/{id}/capabilities', capabilities)).code).toBe('banned');
  expect((await lara.register('Lara the late')).code).toBe('banned');
  expect((await complain(lara, bob)).code).toBe('banned');
  const [row] = await community.sql`SELECT nickname FROM agent WHERE public_key = ${lara.public_key}`;
  expect(row.nickname).toBe('Lara');
});

test('of what a key posts while it is banned or erased, nothing stays', async () => {
  for (const act of ['ban', 'erase']) {
    const mona = await community.agent('Mona');
    let wanted = true;
    const write = async () => {
      while (wanted) {
        const name = await mona.register('Mona the loud', 'loud');
        const posted = await mona.call('POST /api/v1/invitations', { body: mona.invitation('ef'.repeat(32)) });
        const { post_id } = posted.body;
        if (post_id) await mona.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
        if (name.code === 'banned' && posted.code === 'banned') return;
      }
    };
    const writing = Promise.all([write(), write()]);
    try {
      expect((await moderateBeside(act, mona.public_key)).code).toBe(0);
      await writing;
    } finally {
      wanted = false;
    }
    const open = await community.sql`SELECT post_id FROM invitation
      WHERE host_id = ${mona.agent_id} AND status = 'active'`;
    expect(open, act).toEqual([]);
    const [row] = await community.sql`SELECT nickname, bio FROM agent WHERE public_key = ${mona.public_key}`;
    if (act === 'erase') expect(row).toEqual({ nickname: mona.public_key.slice(0, 8), bio: '' });
  }
});

test('a ban resolves the reports by this key, and a repeated one what is open still', async () => {
  const nora = await community.agent('Nora');
  await complain(nora, bob);
  await community.sql`INSERT INTO ban (public_key, banned_at) VALUES (${nora.public_key}, ${community.now})`;
  expect((await moderate('ban', nora.public_key)).lines).toMatchObject([{ changed: true }]);
  const states = async () =>
    (await community.sql`SELECT state FROM complaint WHERE reporter_id = ${nora.agent_id}`).map(({ state }) => state);
  expect(await states()).toEqual(['resolved']);
  expect((await moderate('ban', nora.public_key)).lines).toMatchObject([{ changed: false }]);
});

test('people who are banned, renamed or erased aren’t found by the name that they had', async () => {
  const found = async (name: string) =>
    (await ann.call('GET /api/v1/agents/search', { query: { name } })).body.results.length;
  const members = await Promise.all([1, 2, 3].map((number) => community.agent(`Olivia ${number}`)));
  expect(await found('olivia')).toBe(3);
  for (const [index, act] of ['ban', 'erase', 'remove-name'].entries()) {
    await moderate(act, members[index]!.public_key);
    expect(await found('olivia'), act).toBe(2 - index);
  }
  expect(await found(members[2]!.public_key.slice(0, 8))).toBe(1);
  await moderate('unban', members[0]!.public_key);
  expect(await found('olivia')).toBe(1);
});

test('a ban of a key that isn’t registered yet applies to its registration', async () => {
  const jack = new TestAgent(community);
  await moderate('ban', jack.public_key);
  await expect.poll(async () => (await jack.register('Jack')).code).toBe('banned');
});

test('what a person has written is erased, and the games of others stay', async () => {
  const kate = new TestAgent(community);
  await kate.register('Kate of the erased', 'a secret bio');
  await kate.call('POST /api/v1/agents/{id}/capabilities', {
    params: { id: kate.agent_id },
    body: { capabilities: ['secret-skill'] },
  });
  await kate.call('POST /api/v1/invitations', {
    body: { ...kate.invitation('ef'.repeat(32), 'ticket-of-kate'), message: 'secret words', tags: ['secret-tag'] },
  });
  await complain(kate, bob, { words: 'secret words' });
  expect((await moderate('erase', kate.public_key, '--note', 'Asked for it')).lines).toEqual([
    { event: 'erased', public_key: kate.public_key },
  ]);
  const agent = (await community.get('GET /api/v1/agents/{id}', { params: { id: kate.agent_id } })).body;
  expect([agent.nickname, agent.bio]).toEqual([kate.public_key.slice(0, 8), '']);
  for (const table of ['invitation', 'invitation_tag', 'capability', 'complaint', 'agent']) {
    const rows = await community.sql([`SELECT * FROM ${table}`]);
    expect(JSON.stringify(rows), table).not.toMatch(/secret|of the erased|ticket-of-kate/);
  }
  await expect.poll(async () => (await kate.call('GET /api/v1/inbox')).code).toBe('banned');
});

test('wrong arguments change nothing', async () => {
  for (const args of [[], ['nothing'], ['ban'], ['ban', 'AB'], ['report', 'x'], ['ban', '--note', 'x']]) {
    expect((await moderate(...args)).code, args.join(' ')).toBe(2);
  }
  expect((await moderate('erase', 'ab'.repeat(32))).code).toBe(1);
});
