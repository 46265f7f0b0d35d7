import { expect, test } from 'vitest';
import { createCommunityClient } from './client.ts';
import { createPeople } from './people.ts';

test('recognizes house players that are added later', async () => {
  const house = new Set<string>();
  const people = createPeople(createCommunityClient({ url: () => null, signer: null }), house);
  const key = 'ab'.repeat(32);
  expect([people.isHouse(key), (await people.person(key)).house]).toEqual([false, false]);
  house.add(key);
  expect([people.isHouse(key), (await people.person(key)).house]).toEqual([true, true]);
});
