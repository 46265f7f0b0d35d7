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

test('remembers a bounded number of people', async () => {
  let requests = 0;
  const call = async (route: string, { query }: { query?: { public_key: string } }) => {
    requests += 1;
    const agent = { agent_id: Number.parseInt(query?.public_key ?? '0', 16) + 1, public_key: '', nickname: 'Ada' };
    return { body: route.endsWith('/elo') ? { rating: 1200 } : agent };
  };
  const people = createPeople({ call } as unknown as CommunityClient);
  const key = (index: number) => index.toString(16).padStart(64, '0');
  for (let index = 0; index <= 2_000; index += 1) await people.person(key(index));
  const before = requests;
  await people.person(key(2_000));
  expect(requests).toBe(before);
  await people.person(key(0));
  expect(requests).toBe(before + 2);
});
