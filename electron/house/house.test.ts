/** The house at a real community: who keeps a table changes at once, and a game that is played is left to end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createPerson } from '../bridge/testing/person.ts';
import { defaultResourcesDir } from '../library/library.ts';
import { startTestService } from '../tables/testing/community.ts';
import { runHouse } from './house.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('seats another strength at once, and nobody after the last game', { timeout: 120_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parlor-house-'));
  closers.push(() => rm(dir, { recursive: true, force: true }));
  const service = await startTestService(join(dir, 'community'));
  closers.push(() => service.dispose());
  const house = await runHouse({
    server: service.url,
    dataDir: join(dir, 'house'),
    resourcesDir: defaultResourcesDir(),
    strength: 'easy',
    reach: 'loopback',
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
  const patience = { timeout: 60_000 };
  await expect.poll(waiting, patience).toEqual(['Rook End', 'Sorrel', 'Wick']);

  const wick = (await invitations()).find(({ nickname }) => nickname === 'Wick')!;
  const { table_id } = await ann.bridge.tables.join({ post_id: wick.post_id, control_mode: 'human' });
  const phase = async () =>
    (await ann.bridge.tables.list({})).tables.find((table) => table.table_id === table_id)?.phase;
  await expect.poll(phase, patience).toBe('playing');

  house.seat('sharp');
  await expect.poll(waiting, patience).toEqual(['Hollis', 'Sorrel', 'Vesper']);
  house.seat(null);
  await expect.poll(waiting, patience).toEqual([]);
  expect(await phase()).toBe('playing');
  await ann.bridge.tables.resign({ table_id });
  await house.left;
  expect(await waiting()).toEqual([]);
});
