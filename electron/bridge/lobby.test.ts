import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

let service: Service;
const people: TestPerson[] = [];
beforeAll(async () => {
  service = await startTestService(join(temporaryFolder(), 'community'));
});
afterAll(async () => {
  for (const person of people) await person.leave();
  await service.dispose();
});

it('a command that owns the data directory loads the lobby when an attached process first reads it', async () => {
  const [ada, grace] = await createPeople(service.url, ['ada', 'grace']);
  people.push(ada!, grace!);
  const { post_id } = await ada!.bridge.tables.host({ protocol: 'connect-four', control_mode: 'human' });
  const posts = async () => (await grace!.bridge.lobby.list({})).entries.map((entry) => entry.post_id);
  await expect.poll(posts).toEqual([post_id]);
  expect(await grace!.bridge.lobby.list({})).toMatchObject({ status: 'live', problem: null });
});
