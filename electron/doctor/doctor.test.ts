/** The doctor's checks with a real community and real endpoints, and with parts that fail. */
import { createSocket } from 'node:dgram';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import type { AppState, Relays } from '../../shared/bridge/contract.ts';
import { checkIds } from '../../shared/bridge/doctor.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { closedNetwork as closed } from '../local-network/local-network.ts';
import { createTransport, relayPorts, ticketAddresses } from '../p2p/iroh-transport.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { launchPlainHooks } from '../tables/testing/plain-hooks.ts';
import { checkClock, checkVersion, type DoctorParts, runChecks } from './doctor.ts';
import { findFirstResponse, type NetworkProbe, probeNetwork } from './network-probe.ts';

const dir = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startServiceInProcess(join(dir, 'community'));
});
afterAll(async () => {
  await service.dispose();
});

function parts(change: Partial<DoctorParts> = {}): DoctorParts {
  const community = { name: 'Here', url: service.url } as AppState['community'];
  return {
    dataDir: dir,
    folder: dir,
    version: '0.1.0',
    identity: null,
    phase: 'first_run',
    community,
    networkAccess: closed,
    client: createCommunityClient({ url: () => service.url, signer: null }),
    refusal: async () => null,
    launchHooks: launchPlainHooks,
    offline: false,
    relays: 'n0',
    probe: async () => ({ addresses: ['10.0.0.1:4242'], udp: true, external: null, relay: null }),
    ...change,
  };
}
const states = async (change?: Partial<DoctorParts>) =>
  Object.fromEntries((await runChecks(parts(change))).map(({ id, state }) => [id, state]));

test('runs each check once, in order, and gives a remedy for every problem', async () => {
  const checks = await runChecks(parts({ launchHooks: nodeLauncher() }));
  expect(checks.map(({ id }) => id)).toEqual(checkIds);
  for (const { state, found, remedy } of checks) {
    expect(found).toMatch(/\.$/);
    expect(remedy !== null).toBe(state === 'advice' || state === 'failed');
  }
  const found = Object.fromEntries(checks.map(({ id, state }) => [id, state]));
  expect(found).toMatchObject({
    data_dir: 'ok',
    hooks: 'ok',
    service: 'ok',
    version: 'ok',
    clock: 'ok',
    key: 'failed',
  });
});

test('opens a real endpoint on this computer and skips all other network checks when offline', async () => {
  const { probe: _, ...real } = parts({ offline: true });
  const checks = Object.fromEntries((await runChecks(real)).map((check) => [check.id, check]));
  expect(checks.endpoint).toMatchObject({ state: 'ok', found: expect.stringMatching(/127\.0\.0\.1:\d+/) });
  expect(checks.udp).toMatchObject({ state: 'ok', found: expect.stringContaining('Nothing further was tested') });
  for (const id of ['service', 'version', 'clock', 'relay'] as const) expect(checks[id]!.state).toBe('skipped');
});

test('reports a community that responds, but refuses', async () => {
  const check = async (changes: Partial<DoctorParts>) =>
    (await runChecks(parts(changes))).find(({ id }) => id === 'service');
  const banned = { code: 'banned', message: 'You are banned.' } as const;
  expect(await check({ refusal: async () => banned })).toMatchObject({
    state: 'failed',
    code: 'service_refused',
    found: expect.stringContaining(banned.message),
  });
  const listing = await TestCommunity.start();
  onTestFinished(() => listing.dispose());
  const other = listing.url.replace('127.0.0.1', '127.0.0.2');
  const client = { ...createCommunityClient({ url: () => listing.url, signer: null }), url: other };
  expect(await check({ client })).toMatchObject({
    code: 'service_refused',
    found: expect.stringMatching(`You use ${other}, .* is at ${listing.url}`),
  });
});

test('reports failed checks', async () => {
  await chmod(dir, 0o755);
  expect(await states()).toMatchObject({ data_dir: 'failed' });
  await chmod(dir, 0o700);
  const away = createCommunityClient({ url: () => 'http://127.0.0.1:1', signer: null });
  expect(await states({ client: away })).toMatchObject({ service: 'failed', version: 'skipped', clock: 'skipped' });
  expect(await states({ launchHooks: () => Promise.reject(new Error('no')) })).toMatchObject({ hooks: 'failed' });
  expect(await states({ probe: () => Promise.reject(new Error('no')) })).toMatchObject({
    endpoint: 'failed',
    udp: 'skipped',
    relay: 'skipped',
  });
  expect(
    await states({
      probe: async () => ({ addresses: [], udp: false, external: null, relay: 'https://relay.example/' }),
    }),
  ).toMatchObject({
    udp: 'failed',
    relay: 'ok',
  });
  expect(await states({ dataDir: join(dir, 'none') })).toMatchObject({ data_dir: 'failed', disk: 'failed' });
});

test('probes UDP beyond this computer and reports whether a response came', async () => {
  const found = async (external: NetworkProbe['external']) =>
    (await runChecks(parts({ probe: async () => ({ addresses: [], udp: true, external, relay: null }) }))).find(
      ({ id }) => id === 'udp',
    );
  expect(await found({ host: 'relay.example', ms: 12 })).toMatchObject({
    state: 'ok',
    found: 'UDP works: relay.example answered in 12 ms.',
  });
  expect(await found(null)).toMatchObject({ state: 'advice', found: expect.stringContaining('no answer') });

  // Any iroh endpoint is a QUIC server like a relay's; a socket that responds with something else is not.
  const transport = createTransport({ reach: 'loopback' });
  const wrongServer = createSocket('udp4');
  try {
    const { addresses } = ticketAddresses((await transport.listen()).ticket);
    const port = Number(addresses.find((address) => address.startsWith('127.'))!.split(':')[1]);
    expect(await findFirstResponse([{ host: '127.0.0.1', port }])).toEqual({
      host: '127.0.0.1',
      ms: expect.any(Number),
    });
    wrongServer.on('message', (_, { port, address }) => wrongServer.send('hello there', port, address));
    await new Promise<void>((resolve) => wrongServer.bind(0, '127.0.0.1', resolve));
    const wrongAddress = { host: '127.0.0.1', port: wrongServer.address().port };
    expect(await findFirstResponse([wrongAddress, { host: 'nowhere.invalid', port: 7842 }])).toBeNull();
    expect(await findFirstResponse([wrongAddress, { host: '127.0.0.1', port }])).not.toBeNull();
  } finally {
    wrongServer.close();
    await transport.close();
  }
  expect(relayPorts('n0').length).toBeGreaterThan(0);
  expect(relayPorts(['https://relay.example/'])).toEqual([{ host: 'relay.example', port: 7842 }]);
});

test('reports on the relays in the settings', async () => {
  const found = async (relays: Relays, relay: string | null) => {
    const network = vi.fn(
      async (): Promise<NetworkProbe> => ({ addresses: [], udp: true, external: 'not_tested', relay }),
    );
    const checks = await runChecks(parts({ relays, probe: network }));
    expect(network).toHaveBeenCalledExactlyOnceWith({ offline: false, relays });
    return checks.find(({ id }) => id === 'relay');
  };
  const own = ['https://relay.example/'];
  expect(await found('n0', null)).toMatchObject({ state: 'advice', code: 'relay_none' });
  expect(await found('none', null)).toMatchObject({ state: 'skipped', code: 'relay_off' });
  expect(await found(own, null)).toMatchObject({
    state: 'advice',
    code: 'relay_own_none',
    facts: { relays: 'https://relay.example/' },
  });
  expect(await found(own, own[0]!)).toMatchObject({ state: 'ok', code: 'relay_ok' });
});

test('contacts no relay where none is used', async () => {
  const { relay, external, addresses } = await probeNetwork({ offline: false, relays: 'none' });
  expect({ relay, external }).toEqual({ relay: null, external: 'not_tested' });
  expect(addresses.length).toBeGreaterThan(0);
});

test('compares versions and clocks', () => {
  expect(checkVersion('0.1.0', '0.0.0', '0.1.0').state).toBe('ok');
  expect(checkVersion('0.9.0', '0.0.0', '0.10.0').state).toBe('advice');
  expect(checkVersion('0.9.0', '0.10.0', '0.10.0').state).toBe('failed');
  expect(checkClock(900).state).toBe('ok');
  expect(checkClock(60_000)).toMatchObject({
    state: 'advice',
    found: 'This computer’s clock is 60 s behind the community’s.',
  });
  // The client corrects its requests by any difference.
  expect(checkClock(-7_200_000)).toMatchObject({ state: 'advice', found: expect.stringContaining('7200 s ahead of') });
});
