/** Commands attached to a seat in the background, after an outage of the community's database. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Postgres } from '../../service/testing/postgres.ts';
import { type ServiceProcess, startService } from '../../service/testing/process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { attach } from '../owner/attach.ts';
import { endDaemons, openTerminal, type Terminal } from './testing/terminal.ts';

const dir = temporaryFolder();
let postgres: Postgres;
let service: ServiceProcess;
let ada: Terminal;

beforeAll(async () => {
  postgres = await Postgres.create();
  const env = { ...process.env, PARLOR_SERVICE_DATABASE_URL: postgres.url };
  service = await startService(['--host', '127.0.0.1', '--port', '0', '--difficulty', '1', '--exit-with-parent'], {
    env,
  });
  ada = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') });
  await ada.parlor('init', '--nickname', 'ada', '--insecure-plain-key');
  await ada.parlor('register', '--nickname', 'ada');
});
afterAll(async () => {
  await endDaemons(join(dir, 'ada'));
  service.child.kill();
  await service.ended;
  await postgres.dispose();
});

test('a command finds the community as soon as it is back', async () => {
  const hosted = await ada.parlor('host', '--protocol', 'connect-four', '--daemon');
  expect(hosted).toMatchObject({ code: 0, errors: '' });
  const owner = (await attach(join(dir, 'ada')))!;
  onTestFinished(owner.close);
  const status = async () => (await owner.client.app.state({})).community.status;
  const answer = async () => (await fetch(`${service.url}/api/v1/version`)).status;
  for (const outage of [1, 2]) {
    await postgres.stop();
    await expect.poll(status).toBe('offline');
    expect((await ada.parlor('browse')).errors).toContain('database_unavailable');
    await postgres.start();
    await expect.poll(answer).toBe(200);
    expect(await ada.parlor('browse'), `after outage ${outage}`).toMatchObject({ code: 0, errors: '' });
    await expect.poll(status).toBe('online');
  }
});
