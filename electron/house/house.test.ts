/** The house at a real community: changes of strength take effect at once, except for games in progress. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HouseStrength } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPerson } from '../bridge/testing/person.ts';
import { housePlayersAt } from '../community/house-players.ts';
import { threadLauncher } from '../hooks/thread-launcher.ts';
import { defaultResourcesDir } from '../installation.ts';
import { startServiceInProcess } from '../tables/testing/community.ts';
import { runHouse } from './house.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('runs hooks only for seated guests, changes strength at once, and stops after its last game', async () => {
  const dir = temporaryFolder();
  const service = await startServiceInProcess(join(dir, 'community'));
  closers.push(() => service.dispose());
  let launched = 0;
  const launchThread = threadLauncher();
  const house = await runHouse({
    server: Promise.resolve(service.url),
    dataDir: join(dir, 'house'),
    resourcesDir: defaultResourcesDir(),
    strength: 'easy',
    language: 'en',
    reach: 'loopback',
    launchHooks(...hooks) {
      launched += 1;
      return launchThread(...hooks);
    },
  });
  closers.push(() => house.dispose());
  const ann = await createPerson(service.url, 'ann');
  closers.push(() => ann.leave());
  interface Waiting {
    nickname: string;
    post_id: string;
  }
  const invitations = async (): Promise<Waiting[]> => {
    const { body } = await ann.bridge.community.ask({ route: 'GET /api/v1/invitations', query: { limit: 100 } });
    return (body as unknown as { results: Waiting[] }).results;
  };
  const waiting = async () => (await invitations()).map(({ nickname }) => nickname).sort();
  const namesAt = (strength: HouseStrength) =>
    housePlayersAt(strength)
      .map(({ nickname }) => nickname)
      .sort();
  await expect.poll(waiting).toEqual(namesAt('easy'));
  expect(launched).toBe(0);

  const wick = (await invitations()).find(({ nickname }) => nickname === 'Wick')!;
  const { table_id } = await ann.bridge.tables.join({ post_id: wick.post_id, control_mode: 'human' });
  const phase = async () =>
    (await ann.bridge.tables.list({})).tables.find((table) => table.table_id === table_id)?.phase;
  await expect.poll(phase).toBe('playing');
  await expect.poll(() => launched).toBe(1);

  house.setStrength('sharp');
  await expect.poll(waiting).toEqual(namesAt('sharp'));
  house.setStrength(null);
  await expect.poll(waiting).toEqual([]);
  expect(await phase()).toBe('playing');
  await ann.bridge.tables.resign({ table_id });
  await house.idle;
  expect(await waiting()).toEqual([]);
  expect(launched).toBe(1);
});

it('greets newcomers with a link that leads to the current invitation', async () => {
  const dir = temporaryFolder();
  const service = await startServiceInProcess(join(dir, 'community'));
  closers.push(() => service.dispose());
  const run = async () => {
    const house = await runHouse({
      server: Promise.resolve(service.url),
      dataDir: join(dir, 'house'),
      resourcesDir: defaultResourcesDir(),
      strength: 'easy',
      language: 'en',
      reach: 'loopback',
    });
    closers.push(() => house.dispose());
    return house;
  };
  const first = await run();
  const ann = await createPerson(service.url, 'ann');
  closers.push(() => ann.leave());
  const messages = async () => (await ann.bridge.inbox.refresh({})).messages;
  await expect.poll(async () => (await messages()).length).toBe(1);
  const [welcome] = await messages();
  const invitation = { post_id: welcome!.table!, writer: welcome!.writer!.public_key };
  const leadsTo = async () => (await ann.bridge.inbox.invitation(invitation)).post_id;
  expect(await leadsTo()).toBe(invitation.post_id);

  // As soon as the table is in play, the link leads to the next one.
  const bob = await createPerson(service.url, 'bob');
  closers.push(() => bob.leave());
  const { table_id } = await bob.bridge.tables.join({ post_id: invitation.post_id, control_mode: 'human' });
  await expect.poll(async () => [null, invitation.post_id].includes(await leadsTo())).toBe(false);
  const joined = async () => (await bob.bridge.tables.list({})).tables.find((table) => table.table_id === table_id)!;
  await expect.poll(async () => (await joined()).phase).toBe('playing');
  await bob.bridge.tables.resign({ table_id });

  // After a restart the house hosts other tables.
  const before = await leadsTo();
  await first.dispose();
  await run();
  await expect.poll(async () => [null, before].includes(await leadsTo())).toBe(false);
  const { host } = await ann.bridge.lobby.inspect({ post_id: (await leadsTo())! });
  expect(host).toMatchObject({ nickname: 'Wick', public_key: invitation.writer });
  // An unsigned message leads to the table it names and no other.
  expect(await ann.bridge.inbox.invitation({ ...invitation, writer: null })).toEqual({ post_id: null });
});
