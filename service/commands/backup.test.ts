import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { TestAgent, TestCommunity } from '../testing/community.ts';
import { runService, startService } from '../testing/process.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { createSampleData, readSampleData } from '../testing/sample-data.ts';

const dir = temporaryFolder();

const backup = (from: string, out: string) => runService(['backup', '--data-dir', from, '--out', out]);
const check = (at: string) => runInProcess(['check', '--data-dir', at]);

test('a backup under load can be restored and contains everything acknowledged before it', async () => {
  const from = join(dir, 'running');
  const flags = ['--difficulty', '0', '--exit-with-parent'];
  const service = await startService(['--data-dir', from, ...flags]);
  const community = new TestCommunity(from, {});
  community.url = service.url;
  community.now = Date.now();
  const sample = await createSampleData(community);
  const expected = await readSampleData(community, sample);

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
  const result = await backup(from, out);
  expect(result.code, result.err).toBe(0);
  const { size, mode } = await stat(out);
  expect(JSON.parse(result.out)).toEqual({ event: 'backup', file: out, bytes: size });
  expect(mode & 0o777).toBe(0o600);
  expect(acknowledged.size).toBeGreaterThan(before.size);
  writing = false;
  await Promise.all(writers);
  service.child.kill();
  await service.ended;
  // The backup is a single file.
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
  const stamped = sample.agents[0]!.headers(replayed);
  // Backups do not contain used request ids, so the service rejects requests signed before its start.
  const restarted = await startService(['--data-dir', restored, ...flags]);
  community.url = restarted.url;
  expect(await sample.agents[0]!.send({ ...replayed, headers: stamped })).toMatchObject({
    status: 401,
    code: 'stale_timestamp',
  });
  // Timestamps are whole seconds: wait for one after the start.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  community.now = Date.now();
  expect(await readSampleData(community, sample)).toEqual(expected);
  restarted.child.kill();
  expect(await restarted.ended).toBe(0);
});

test('does not overwrite files, and reports errors on one line', async () => {
  const existing = join(dir, 'there.db');
  await writeFile(existing, 'precious');
  const left = join(dir, 'left.db');
  await writeFile(`${left}.partial`, 'half');
  const from = join(dir, 'small');
  const community = new TestCommunity(from, {});
  await community.start();
  await community.stop();
  const damaged = join(dir, 'damaged');
  await mkdir(damaged);
  const bytes = await readFile(join(from, 'community.db'));
  // A page in the middle of the tables.
  bytes.fill(0xff, 4096 * 3, 4096 * 4);
  await writeFile(join(damaged, 'community.db'), bytes);
  const cases: [string[], number, string][] = [
    [['--data-dir', from, '--out', existing], 2, `unknown_option: --out: ${existing} already exists.`],
    [['--data-dir', from, '--out', left], 2, `unknown_option: --out: ${left}.partial already exists.`],
    [['--data-dir', join(dir, 'nowhere'), '--out', join(dir, 'x.db')], 1, 'data_dir_unusable: There is no'],
    [['--data-dir', from, '--out', join(dir, 'no', 'folder.db')], 1, 'data_dir_unusable: '],
    [['--data-dir', damaged, '--out', join(dir, 'x.db')], 1, 'data_dir_unusable: '],
    [['--data-dir', from], 2, 'unknown_option: --out FILE'],
    [['--out', left], 2, 'unknown_option: Either --data-dir DIR or'],
    [['--nonsense'], 2, 'unknown_option: '],
  ];
  for (const [args, code, message] of cases) {
    const ended = await runInProcess(['backup', ...args]);
    expect([ended.code, ended.out], args.join(' ')).toEqual([code, '']);
    expect(ended.err).toMatch(/^[^\n]+\n$/);
    expect(ended.err).toContain(message);
  }
  expect(await readFile(existing, 'utf8')).toBe('precious');
  expect((await readdir(dir)).filter((name) => name.includes('partial') || name.startsWith('x.db'))).toEqual([
    'left.db.partial',
  ]);
});
