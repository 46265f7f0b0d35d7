import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findings } from '../storage/invariants.ts';
import { TestCommunity } from '../testing/community.ts';
import { live } from '../testing/life.ts';
import { runService } from '../testing/process.ts';

vi.setConfig({ testTimeout: 60_000 });

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start();
  await live(community);
});
afterAll(() => community.dispose());

/** What is found after a change that is undone again. */
function after(change: string): string[] {
  const file = new DatabaseSync(join(community.dataDir, 'changed.db'), { enableForeignKeyConstraints: false });
  try {
    file.exec(change);
    return [...findings(file)];
  } finally {
    file.close();
  }
}

test('nothing is found in what a service wrote, also while it runs', async () => {
  const { code, out, err } = await runService(['check', '--data-dir', community.dataDir]);
  expect([code, out, err]).toEqual([0, `0 findings in ${join(community.dataDir, 'community.db')}\n`, '']);
});

const changes: [string, RegExp][] = [
  [
    "UPDATE protocol SET spec_text = replace(spec_text, 'session_loop', 'simultaneous_round')",
    /^protocol \w{64}: its spec has another id$/,
  ],
  ["UPDATE protocol SET spec_text = '{'", /its spec cannot be read/],
  [
    "UPDATE fingerprint SET structure = '9' || structure",
    /^protocol .*: structure of its fingerprint is not that of its spec$/,
  ],
  [
    `UPDATE ui_manifest SET files = replace(files, 'index', 'other') WHERE status = 'published'`,
    /^manifest .*: its files have another hash$/,
  ],
  ['DELETE FROM ui_file', /: 0 of 1 published files are there$/],
  ["UPDATE ui_manifest SET status = 'deprecated'", /: it is deprecated and still has 1 files$/],
  ["UPDATE ui_file SET content = x'00'", /^file index\.html of manifest .*: not what the manifest says$/],
  ["UPDATE invitation SET iroh_ticket = 'elsewhere'", /^invitation .*: its host did not sign its address$/],
  ["DELETE FROM invitation_tag WHERE tag = 'quiet-evening'", /^invitation .*: it is found by other tags$/],
  ["UPDATE session SET session_nonce = 'aaaaaaaaaaaaaaaa'", /^session .*: its parts have another id$/],
  ['UPDATE session SET guest_signature = host_signature', /^session .*: its guest did not sign it$/],
  ['UPDATE session SET iroh_ticket = NULL', /^session .*: its host did not sign its address$/],
  ['UPDATE session SET closed_at = NULL', /^session .*: it is closed at the wrong time$/],
  ["DELETE FROM report WHERE side = 'guest'", /^result of session .*: it was not reported by both sides$/],
  ['DELETE FROM result', /^result of session .*: both sides reported, and it is not there$/],
  ["UPDATE result SET winner = 'guest'", /^result of session .*: its winner is not what was reported$/],
  [
    "UPDATE result SET reason = 'capped' WHERE reason = 'unrated'",
    /: settled because capped does not follow from the reports$/,
  ],
  ['UPDATE result SET low_id = high_id', /^result of session .*: it names other agents than the session$/],
  [
    "UPDATE result SET host_after = host_after + 1 WHERE reason = 'awarded'",
    /^result of session .*: the points of its host are wrong$/,
  ],
  [
    "UPDATE result SET reason = 'awarded', state = 'settled' WHERE reason = 'capped'",
    /: it awarded points beyond the cap for the same opponent$/,
  ],
  ['UPDATE standing SET rating = rating + 1', /^standing: .*"rating":\d+.* is kept, and nothing comes to it$/],
  [
    "UPDATE standing SET games_played = games_played - 1 WHERE board <> '*'",
    /^standing: .*"board":"game:life".* is missing$/,
  ],
  ['DELETE FROM standing', /^standing: .*"board":"\*".* is missing$/],
  ["DELETE FROM tally WHERE board = '*karma'; DELETE FROM tally_move WHERE board = '*karma'", /^tally: .* is missing$/],
  ['DELETE FROM game WHERE number = 1', /^game: .* is missing$/],
  ['UPDATE head_to_head SET drawn = drawn + 1', /^head_to_head: .* is kept, and nothing comes to it$/],
  ['UPDATE likeness SET protocols = protocols + 1', /^likeness: .* is kept, and nothing comes to it$/],
  [
    "DELETE FROM result WHERE session_id = (SELECT session_id FROM result WHERE reason = 'awarded' ORDER BY host_before LIMIT 1)",
    /^results of agent \d: one begins at \d+, not at 1200$/,
  ],
  [
    "UPDATE session SET status = 'failed'",
    /^rating of session .* by agent \d: not between the sides of a closed session$/,
  ],
  ["UPDATE session SET status = 'failed'", /^feedback of session .* by agent \d: not by a side of a closed session$/],
  ['UPDATE rating SET rated_id = rater_id', /^rating of session/],
  ['UPDATE karma SET karma = karma + 1', /^karma of agent \d: it is not what the \d ratings come to$/],
  ['DELETE FROM karma', /^karma of agent/],
  ['UPDATE inbox_message SET size = size + 1', /^letter 1: its size is not that of its bytes$/],
  ['DELETE FROM agent WHERE agent_id = 3', /^session: row \d+ names a row of agent that is not there$/],
];

test.each(changes)('found: %s', async (change, finding) => {
  await rm(join(community.dataDir, 'changed.db'), { force: true });
  const source = new DatabaseSync(join(community.dataDir, 'community.db'), { readOnly: true });
  source.prepare('VACUUM INTO ?').run(join(community.dataDir, 'changed.db'));
  source.close();
  expect(after('SELECT 1')).toEqual([]);
  const found = after(change);
  expect(
    found.some((line) => finding.test(line)),
    found.join('\n'),
  ).toBe(true);
});

test('findings are lines and a code, and what cannot be looked at is an error', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-check-'));
  try {
    const copy = async (name: string, change: string) => {
      await mkdir(join(dir, name));
      const source = new DatabaseSync(join(community.dataDir, 'community.db'), { readOnly: true });
      source.prepare('VACUUM INTO ?').run(join(dir, name, 'community.db'));
      source.close();
      const file = new DatabaseSync(join(dir, name, 'community.db'));
      file.exec(change);
      file.close();
      return runService(['check', '--data-dir', join(dir, name)]);
    };
    const found = await copy('letters', 'UPDATE inbox_message SET size = size + 1');
    expect(found).toMatchObject({ code: 1, err: '' });
    expect(found.out).toMatch(/^letter 1: [^\n]+\n1 finding in [^\n]+\n$/);
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
      const ended = await runService(['check', ...args]);
      expect([ended.code, ended.out]).toEqual([code, '']);
      expect(ended.err).toMatch(code === 1 ? /^data_dir_unusable: [^\n]+\n$/ : /^unknown_option: [^\n]+\n$/);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
