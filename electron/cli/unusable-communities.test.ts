/** Communities that respond, but refuse this key or address: the commands that look for the cause name it. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ProcessOptions, runService, serviceArgs, startService } from '../../service/testing/process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openTerminal } from './testing/terminal.ts';

async function openCommunity(more: string[] = [], options: ProcessOptions = {}) {
  const dir = temporaryFolder();
  const dataDir = join(dir, 'community');
  const service = await startService([...serviceArgs(dataDir), ...more], options);
  onTestFinished(async () => {
    service.child.kill();
    await service.ended;
  });
  const ada = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') });
  const { public_key } = await ada.json<{ public_key: string }>('init', '--nickname', 'ada', '--insecure-plain-key');
  const diagnosis = async () =>
    (await ada.parlor('doctor', '--json')).lines
      .map((line) => JSON.parse(line))
      .find(({ id }: { id: string }) => id === 'service');
  return { ada, service, dataDir, public_key, diagnosis };
}

test('an address that the community does not call its own', async () => {
  const listed = 'https://club.example';
  const { ada, service, diagnosis } = await openCommunity(['--public-url', `${listed}/`]);
  const both = new RegExp(`You use ${service.url}, .* is at ${listed}\\.`);
  const refused = { code: 1, errors: expect.stringMatching(`^wrong_audience: ${both.source}`) };
  const tested = await ada.parlor('community', 'test', service.url, '--json');
  expect(tested).toMatchObject(refused);
  expect(JSON.parse(tested.lines[0]!)).toMatchObject({
    reachable: true,
    problem: { code: 'wrong_audience', detail: { url: service.url, addresses: [listed] } },
  });
  expect(await diagnosis()).toMatchObject({ state: 'failed', found: expect.stringMatching(both) });
  expect(await ada.parlor('register', '--nickname', 'ada')).toMatchObject(refused);
  const entries = service
    .log()
    .split('\n')
    .filter((line) => line.includes('--public-url'));
  expect(entries.map((line) => JSON.parse(line))).toMatchObject([
    { host: new URL(service.url).host, addresses: [listed] },
  ]);
});

test('a banned key', async () => {
  const { ada, dataDir, public_key, diagnosis } = await openCommunity();
  expect(await diagnosis()).toMatchObject({ state: 'ok' });
  await ada.parlor('register', '--nickname', 'ada');
  expect(await diagnosis()).toMatchObject({ state: 'ok' });
  await runService(['moderate', 'ban', public_key, '--data-dir', dataDir]);
  await expect.poll(diagnosis).toMatchObject({ state: 'failed', found: expect.stringContaining('banned') });
});
