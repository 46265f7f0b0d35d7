import { expect, test } from 'vitest';
import { type CommunityClient, createCommunityClient } from './client.ts';
import { createPeople } from './people.ts';

test('recognizes house players that are added later', async () => {
  const house = new Set<string>();
  const people = createPeople(createCommunityClient({ url: () => null, signer: null }), house);
  const key = 'ab'.repeat(32);
  expect([people.isHouse(key), (await people.person(key)).house]).toEqual([false, false]);
  house.add(key);
  expect([people.isHouse(key), (await people.person(key)).house]).toEqual([true, true]);
});

test('ends at a community whose empty pages never end', async () => {
  let requests = 0;
  const call = async () => {
    requests += 1;
    return { body: { entries: [], next_cursor: 'more' } };
  };
  expect(await createPeople({ call } as unknown as CommunityClient).leaderboard()).toEqual([]);
  expect(requests).toBe(100);
});
