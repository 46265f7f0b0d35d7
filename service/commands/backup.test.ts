import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { live, told } from '../testing/life.ts';
import { runService, startedService } from '../testing/process.ts';

vi.setConfig({ testTimeout: 60_000 });

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-backup-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const backup = (from: string, out: string) => runService(['backup', '--data-dir', from, '--out', out]);
const check = (at: string) => runService(['check', '--data-dir', at]);

test('a backup taken under load opens, holds all that was acknowledged before it, and is restored by putting it in place', async () => {
  const from = join(dir, 'running');
  const flags = ['--difficulty', '0', '--exit-with-parent'];
  const service = await startedService(['--data-dir', from, ...flags]);
  const community = new TestCommunity('', {});
  community.url = service.url;
  community.now = Date.now();
  const life = await live(community);
  const said = await told(community, life);

  const acknowledged = new Set<string>();
  let writing = true;
  const writer = async () => {
    while (writing) {
      const agent = new TestAgent(community);
      await agent.register('Writer');
      acknowledged.add(agent.public_key);
    }
  };
  const writers = [writer(), writer(), writer()];
  const out = join(dir, 'taken.db');
  while (acknowledged.size < 20) await new Promise((resolve) => setImmediate(resolve));
  const before = new Set(acknowledged);
  const taken = await backup(from, out);
  expect(taken.code, taken.err).toBe(0);
  const { size, mode } = await stat(out);
  expect(JSON.parse(taken.out)).toEqual({ event: 'backup', file: out, bytes: size });
  expect(mode & 0o777).toBe(0o600);
  expect(acknowledged.size).toBeGreaterThan(before.size);
  writing = false;
  await Promise.all(writers);
  service.child.kill();
  await service.ended;
  // Nothing else is left behind, and one file is all there is to it.
  expect((await readdir(dir)).filter((name) => name.startsWith('taken'))).toEqual(['taken.db']);

  const file = new DatabaseSync(out, { readOnly: true });
  const keys = new Set(
    file
      .prepare('SELECT public_key FROM agent')
      .all()
      .map((row) => row.public_key),
  );
  file.close();
  expect([...before].filter((key) => !keys.has(key))).toEqual([]);

  const restored = join(dir, 'restored');
  await mkdir(restored);
  await copyFile(out, join(restored, 'community.db'));
  expect(await check(restored)).toMatchObject({ code: 0, out: expect.stringMatching(/^0 findings in .*\n$/) });
  const replayed = { method: 'GET', target: '/api/v1/protocols' };
  const stamped = life.agents[0]!.headers(replayed);
  // The ids used before are not in the backup: what was stamped before the start may have been used.
  const again = await startedService(['--data-dir', restored, ...flags]);
  community.url = again.url;
  expect(await life.agents[0]!.send({ ...replayed, headers: stamped })).toMatchObject({
    status: 401,
    code: 'stale_timestamp',
  });
  // Stamps are whole seconds: one that is surely after the start.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  community.now = Date.now();
  expect(await told(community, life)).toEqual(said);
  again.child.kill();
  expect(await again.ended).toBe(0);
});

test('a backup overwrites nothing, and says in a line what it cannot do', async () => {
  const there = join(dir, 'there.db');
  await writeFile(there, 'precious');
  const left = join(dir, 'left.db');
  await writeFile(`${left}.partial`, 'half');
  const from = join(dir, 'small');
  const service = await startedService(['--data-dir', from, '--exit-with-parent']);
  service.child.kill();
  await service.ended;
  const damaged = join(dir, 'damaged');
  await mkdir(damaged);
  const bytes = await readFile(join(from, 'community.db'));
  // A page in the middle of the tables.
  bytes.fill(0xff, 4096 * 3, 4096 * 4);
  await writeFile(join(damaged, 'community.db'), bytes);
  const cases: [string[], number, string][] = [
    [['--data-dir', from, '--out', there], 2, `unknown_option: --out: ${there} is there already.`],
    [['--data-dir', from, '--out', left], 2, `unknown_option: --out: ${left}.partial is there already.`],
    [['--data-dir', join(dir, 'nowhere'), '--out', join(dir, 'x.db')], 1, 'data_dir_unusable: There is no'],
    [['--data-dir', from, '--out', join(dir, 'no', 'folder.db')], 1, 'data_dir_unusable: '],
    [['--data-dir', damaged, '--out', join(dir, 'x.db')], 1, 'data_dir_unusable: '],
    [['--data-dir', from], 2, 'unknown_option: Say'],
    [['--nonsense'], 2, 'unknown_option: '],
  ];
  for (const [args, code, words] of cases) {
    const ended = await runService(['backup', ...args]);
    expect([ended.code, ended.out], args.join(' ')).toEqual([code, '']);
    expect(ended.err).toMatch(/^[^\n]+\n$/);
    expect(ended.err).toContain(words);
  }
  expect(await readFile(there, 'utf8')).toBe('precious');
  expect((await readdir(dir)).filter((name) => name.includes('partial') || name.startsWith('x.db'))).toEqual([
    'left.db.partial',
  ]);
});
