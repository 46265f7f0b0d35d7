/** Restarts services one after the other behind a load balancer. PARLOR_LONG=1 restarts four instead of one of two, also on PostgreSQL. */
import { expect, test } from 'vitest';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { Balancer } from './testing/balancer.ts';
import { TestDatabase } from './testing/postgres.ts';
import { postgresUrl } from './testing/postgres-url.ts';
import { remoteCommunity, startService } from './testing/process.ts';
import { Traffic } from './testing/traffic.ts';

test('restarting a service after the balancer has drained it fails no request', async () => {
  const server = postgresUrl();
  const database = server === null ? null : await TestDatabase.create(server);
  const data = database ? ['--database-url', database.url] : ['--data-dir', temporaryFolder()];
  const flags = ['--difficulty', '0', '--exit-with-parent', '--rate', 'capabilities=off', '--shutdown-delay', '3600'];
  const start = () => startService([...data, ...flags]);
  const services = await Promise.all(Array.from({ length: isLongRun ? 4 : 2 }, start));
  const community = remoteCommunity(services[0]!.url);
  const agents = await Promise.all(Array.from({ length: 8 }, (_, i) => community.agent(`Agent ${i}`)));
  const balancer = await Balancer.start(services.map(({ url }) => url));
  const traffic = new Traffic(balancer.url, agents);
  for (const [at, { child, url, ended }] of [...services.entries()].slice(0, isLongRun ? 4 : 1)) {
    await traffic.waitForMore(30);
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/health`)).status, { interval: 10 }).toBe(503);
    await balancer.remove(url);
    // Ends the shutdown delay, which gives real balancers time to notice and drain the service.
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const next = await start();
    services[at] = next;
    balancer.add(next.url);
  }
  await traffic.waitForMore(30);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  balancer.close();
  for (const { child, ended } of services) {
    child.kill('SIGKILL');
    await ended;
  }
  await database?.drop();
});
