import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { PostgresDatabase } from '../copy/postgres.ts';
import { fillFile } from '../copy/snapshot.ts';
import { parserOf } from '../storage/postgres.ts';
import { TestCommunity } from '../testing/community.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { runService } from '../testing/process.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { createSampleData } from '../testing/sample-data.ts';
import { findings } from './invariants.ts';

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start();
  await createSampleData(community);
});
afterAll(() => community.dispose());

const onPostgres = postgresUrl() !== null;

/** The findings after this change to the data, which is undone afterwards. */
const findingsAfter = (change: string) => (onPostgres ? afterOnPostgres(change) : afterOnSqlite(change));

async function afterOnPostgres(change: string): Promise<string[]> {
  const client = new Client({ connectionString: community.databaseUrl!, types: { getTypeParser: parserOf } });
  await client.connect();
  const file = new DatabaseSync('', { enableForeignKeyConstraints: false });
  try {
    // As a replica, PostgreSQL does not enforce references.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(change.replace(/x'(\d+)'/, String.raw`'\x$1'`));
    const source = new PostgresDatabase(client, community.databaseUrl!);
    source.inSnapshot = true;
    await fillFile(source, file, false);
    return [...findings(file)];
  } finally {
    file.close();
    await client.end();
  }
}

async function afterOnSqlite(change: string): Promise<string[]> {
  await rm(join(community.dataDir, 'changed.db'), { force: true });
  const source = new DatabaseSync(join(community.dataDir, 'community.db'), { readOnly: true });
  source.prepare('VACUUM INTO ?').run(join(community.dataDir, 'changed.db'));
  source.close();
  const file = new DatabaseSync(join(community.dataDir, 'changed.db'), { enableForeignKeyConstraints: false });
  try {
    file.exec(change);
    return [...findings(file)];
  } finally {
    file.close();
  }
}

test('reports no findings for the data of a running service', async () => {
  const { databaseUrl, dataDir } = community;
  const [flags, name] = databaseUrl
    ? [['--database-url', databaseUrl], databaseUrl.replace('parlor@', '')]
    : [['--data-dir', dataDir], join(dataDir, 'community.db')];
  const { code, out, err } = await runService(['check', ...flags]);
  expect([code, out, err]).toEqual([0, `0 findings in ${name}\n`, '']);
});

const changes: [string, RegExp][] = [
  [
    "UPDATE protocol SET spec_text = replace(spec_text, 'session_loop', 'simultaneous_round')",
    /^protocol \w{64}: its spec has a different id$/,
  ],
  ["UPDATE protocol SET spec_text = '{'", /its spec cannot be read/],
  [
    "UPDATE fingerprint SET structure = '9' || structure",
    /^protocol .*: structure of its fingerprint does not match its spec$/,
  ],
  [
    `UPDATE ui_manifest SET files = replace(files, 'index', 'other') WHERE status = 'published'`,
    /^manifest .*: its files have a different hash$/,
  ],
  ['DELETE FROM ui_file', /: 0 of 1 published files are present$/],
  ["UPDATE ui_manifest SET status = 'deprecated'", /: it is deprecated but still has 1 files$/],
  ["UPDATE ui_file SET content = x'00'", /^file index\.html of manifest .*: it does not match the manifest$/],
  ["UPDATE invitation SET iroh_ticket = 'elsewhere'", /^invitation .*: the host's signature of its ticket is invalid$/],
  ["DELETE FROM invitation_tag WHERE tag = 'quiet-evening'", /^invitation .*: its tags differ from invitation_tag$/],
  ["UPDATE agent SET nickname = 'Somebody Else'", /^agent \d: the terms that find it do not match its name$/],
  ["UPDATE session SET session_nonce = 'aaaaaaaaaaaaaaaa'", /^session .*: its fields have a different id$/],
  ['UPDATE session SET guest_signature = host_signature', /^session .*: the guest's signature is invalid$/],
  ['UPDATE session SET iroh_ticket = NULL', /^session .*: the host's signature of its ticket is invalid$/],
  ['UPDATE session SET closed_at = NULL', /^session .*: status closed contradicts closed_at$/],
  ["DELETE FROM report WHERE side = 'guest'", /^result of session .*: it was not reported by both sides$/],
  ['DELETE FROM result', /^result of session .*: both sides reported, but it is missing$/],
  ["UPDATE result SET winner = 'guest'", /^result of session .*: its winner differs from the reports$/],
  [
    "UPDATE result SET reason = 'capped' WHERE reason = 'unrated'",
    /: settled because capped does not follow from the reports$/,
  ],
  ['UPDATE result SET low_id = high_id', /^result of session .*: its agents differ from the session's$/],
  [
    "UPDATE result SET host_after = host_after + 1 WHERE reason = 'awarded'",
    /^result of session .*: the points of its host are wrong$/,
  ],
  [
    "UPDATE result SET reason = 'awarded', state = 'settled' WHERE reason = 'capped'",
    /: it awarded points beyond the cap for the same opponent$/,
  ],
  ['UPDATE standing SET rating = rating + 1', /^standing: .*"rating":\d+.* is unexpected$/],
  [
    "UPDATE standing SET games_played = games_played - 1 WHERE board <> '*'",
    /^standing: .*"board":"game:life".* is missing$/,
  ],
  ['DELETE FROM standing', /^standing: .*"board":"\*".* is missing$/],
  ["DELETE FROM tally WHERE board = '*karma'; DELETE FROM tally_move WHERE board = '*karma'", /^tally: .* is missing$/],
  ['DELETE FROM game WHERE number = 1', /^game: .* is missing$/],
  ['UPDATE head_to_head SET drawn = drawn + 1', /^head_to_head: .* is unexpected$/],
  ['UPDATE likeness SET protocols = protocols + 1', /^likeness: .* is unexpected$/],
  [
    "DELETE FROM result WHERE session_id = (SELECT session_id FROM result WHERE reason = 'awarded' ORDER BY host_before LIMIT 1)",
    /^results of agent \d: one starts at \d+ instead of 1200$/,
  ],
  [
    "UPDATE session SET status = 'failed'",
    /^rating of session .* by agent \d: not between the sides of a closed session$/,
  ],
  ["UPDATE session SET status = 'failed'", /^feedback of session .* by agent \d: not by a side of a closed session$/],
  ['UPDATE rating SET rated_id = rater_id', /^rating of session/],
  ['UPDATE karma SET karma = karma + 1', /^karma of agent \d: it does not match the \d ratings$/],
  ['DELETE FROM karma', /^karma of agent/],
  ['UPDATE inbox_message SET size = size + 1', /^message 1: its size does not match its content$/],
  [
    'DELETE FROM agent WHERE agent_id = (SELECT max(host_id) FROM session)',
    /^session: row \d+ references a missing row of agent$/,
  ],
];

test('finds nothing in unchanged data', async () => {
  expect(await findingsAfter('SELECT 1')).toEqual([]);
});

// The checks run on SQLite in either case, so PostgreSQL needs only some of them.
test.each(changes.filter((_, i) => isLongRun || !onPostgres || i % 6 === 0))('finds: %s', async (change, finding) => {
  const lines = await findingsAfter(change);
  expect(
    lines.some((line) => finding.test(line)),
    lines.join('\n'),
  ).toBe(true);
});

test.skipIf(onPostgres)('prints findings with exit code 1 and fails on unreadable data', async () => {
  const dir = temporaryFolder();
  const copy = async (name: string, change: string) => {
    await mkdir(join(dir, name));
    const source = new DatabaseSync(join(community.dataDir, 'community.db'), { readOnly: true });
    source.prepare('VACUUM INTO ?').run(join(dir, name, 'community.db'));
    source.close();
    const file = new DatabaseSync(join(dir, name, 'community.db'));
    file.exec(change);
    file.close();
    return runInProcess(['check', '--data-dir', join(dir, name)]);
  };
  const result = await copy('messages', 'UPDATE inbox_message SET size = size + 1');
  expect(result).toMatchObject({ code: 1, err: '' });
  expect(result.out).toMatch(/^message 1: [^\n]+\n1 finding in [^\n]+\n$/);
  const older = await copy('older', "DELETE FROM kysely_migration WHERE name > '004'");
  expect([older.code, older.out, older.err]).toEqual([
    1,
    '',
    'data_dir_unusable: The data is from an older Parlor. Start the service on it once, then check it.\n',
  ]);
  await mkdir(join(dir, 'noise'));
  await writeFile(join(dir, 'noise', 'community.db'), 'this is not a database'.repeat(100));
  for (const [args, code] of [
    [['--data-dir', join(dir, 'noise')], 1],
    [['--data-dir', join(dir, 'nowhere')], 1],
    [[], 2],
    [['--fix'], 2],
  ] as const) {
    const ended = await runInProcess(['check', ...args]);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(code === 1 ? /^data_dir_unusable: [^\n]+\n$/ : /^unknown_option: [^\n]+\n$/);
  }
});
