/** Play between two people at a real community: the same search for all windows, and a seat that is taken. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

let service: Service;
let people: TestPerson[];
beforeAll(async () => {
  service = await startTestService(join(temporaryFolder(), 'community'));
  people = await createPeople(service.url, ['ada', 'grace', 'linus']);
});
afterAll(async () => {
  for (const person of people) await person.leave();
  await service.dispose();
});

const wish = { scope: 'known', protocol_id: null, strength: 'steady', only_house: false } as const;
const host = ({ bridge }: TestPerson) => bridge.tables.host({ protocol: 'connect-four', control_mode: 'human' });
/** Waits until this person's lobby has exactly these tables. */
const see = ({ bridge }: TestPerson, post_ids: string[]) =>
  expect
    .poll(async () => (await bridge.lobby.list({})).entries.filter(({ own }) => !own).map(({ post_id }) => post_id))
    .toEqual(post_ids);

it('rejects while no table is open; once there is one, two windows start one game', async () => {
  const [ada, grace] = people as [TestPerson, TestPerson];
  await see(grace, []);
  await expect(grace.bridge.play.start(wish)).rejects.toMatchObject({ code: 'invitation_gone' });
  expect(await grace.bridge.play.state({})).toBeNull();

  const { post_id } = await host(ada);
  await see(grace, [post_id]);
  const starts = await Promise.all([grace.bridge.play.start(wish), grace.bridge.play.start(wish)]);
  const { table_id } = starts[0];
  expect(starts).toEqual([
    { table_id, post_id: null },
    { table_id, post_id: null },
  ]);
  const tables = async () => (await grace.bridge.tables.list({})).tables;
  await expect.poll(tables).toMatchObject([{ table_id, phase: 'playing', peer: { nickname: 'ada' } }]);
  // Until the first move, a press leads to the game that has begun.
  expect(await grace.bridge.play.start(wish)).toEqual({ table_id, post_id: null });
  await grace.bridge.tables.resign({ table_id: table_id! });
  await expect.poll(() => grace.bridge.play.state({})).toBeNull();
});

it('never joins the table of a blocked person', async () => {
  const [, grace, linus] = people as [TestPerson, TestPerson, TestPerson];
  const { post_id } = await host(linus);
  await see(grace, [post_id]);
  await grace.bridge.inbox.block({ public_key: linus.public_key, name: 'linus' });
  await see(grace, []);
  await expect(grace.bridge.play.start(wish)).rejects.toMatchObject({ code: 'invitation_gone' });
});
