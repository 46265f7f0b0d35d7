import { afterEach, describe, expect, it, test } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import type { CommunityClient } from '../community/client.ts';
import { createPeople } from '../community/people.ts';
import { type Acquaintance, gatherPeople, matchPeople } from './find-people.ts';
import { createPerson } from './testing/person.ts';

const person = (digit: string, name: string | null, source: Acquaintance['source']): Acquaintance => ({
  public_key: digit.repeat(64),
  name,
  source,
});
const everybody = gatherPeople([
  person('a', 'tidewright', 'leaderboard'),
  person('a', 'Tide', 'contact'),
  person('b', 'old-lantern', 'played'),
  person('c', 'Ólafur', 'leaderboard'),
  person('d', 'moldy', 'messages'),
  person('e', 'bold old Sam', 'lobby'),
  person('f', 'Ólafur', 'lobby'),
]);
const namesFor = (text: string) => matchPeople(everybody, text).map(({ names }) => names[0]);

describe('matching people', () => {
  it('merges the sources of a person, with the closest name first', () => {
    expect(everybody.find(({ public_key }) => public_key.startsWith('a'))).toMatchObject({
      names: ['Tide', 'tidewright'],
      sources: ['contact', 'leaderboard'],
    });
    expect([namesFor('tide'), namesFor('wright')]).toEqual([['Tide'], ['Tide']]);
  });

  it('shows the name and the rating of today, not those of the latest game together', () => {
    const key = 'a'.repeat(64);
    const [known] = gatherPeople([
      { source: 'played', public_key: key, name: 'wright', rating: 1200 },
      { source: 'messages', public_key: key, name: 'wright' },
      { source: 'lobby', public_key: key, name: 'tidewright', rating: 1230 },
      { source: 'leaderboard', public_key: key, name: 'tidewright', rating: 1234 },
    ]);
    expect(known).toMatchObject({ names: ['tidewright', 'wright'], rating: 1234 });
    expect(known!.sources).toEqual(['messages', 'played', 'lobby', 'leaderboard']);
  });

  it('ranks by quality of the match, then by closeness of the source', () => {
    expect(namesFor('ol')).toEqual(['old-lantern', 'Ólafur', 'Ólafur', 'bold old Sam', 'moldy']);
    expect(namesFor('OLAFUR')).toEqual(['Ólafur', 'Ólafur']);
    expect(namesFor('sam  old')).toEqual(['bold old Sam']);
    expect([namesFor('bbbbbb'), namesFor('bbb'), namesFor('.*')]).toEqual([['old-lantern'], [], []]);
  });

  it('lists known people while the query is empty', () => {
    expect(namesFor('')).toEqual(['Tide', 'moldy', 'old-lantern']);
  });
});

describe('with a real community', () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('finds people by name and by key, but never this identity itself', async () => {
    const community = await TestCommunity.start();
    closers.push(() => community.dispose());
    community.now = Date.now();
    const [ada, other] = [await community.agent('Ada'), await community.agent('Ada')];
    await community.sql`INSERT INTO standing SELECT agent_id, '*', 1200, -1200, 1, 1, 0, 0, ${community.now} FROM agent`;
    const me = await createPerson(community.url, 'Adam');
    closers.push(() => me.leave());
    const find = async (text: string) => (await me.bridge.agents.find({ text })).people;
    const keys = async (text: string) => (await find(text)).map(({ public_key }) => public_key).sort();
    expect(await keys('ada')).toEqual([ada.public_key, other.public_key].sort());
    expect(await find(` ${ada.public_key.toUpperCase()} `)).toMatchObject([
      { public_key: ada.public_key, name: 'Ada', sources: ['leaderboard'] },
    ]);
    expect(await find('ad')).toMatchObject([{ sources: ['leaderboard', 'community'] }, {}]);
    expect(await find('f'.repeat(64))).toMatchObject([{ name: 'ffffffff…ffff', sources: [] }]);
    expect([await find(me.public_key), await find('')]).toEqual([[], []]);

    await me.bridge.inbox.set_contact({ public_key: ada.public_key, name: 'The Countess', notes: '' });
    expect(await find('count')).toMatchObject([{ name: 'The Countess', sources: ['contact', 'leaderboard'] }]);
  });

  it('finds a member who has never played or hosted, and says whether all names were searched', async () => {
    const community = await TestCommunity.start();
    closers.push(() => community.dispose());
    community.now = Date.now();
    const anna = await community.agent('Anna Quill');
    const me = await createPerson(community.url, 'Bernd');
    closers.push(() => me.leave());
    const found = { public_key: anna.public_key, name: 'Anna Quill', rating: 1200, sources: ['community'] };
    expect(await me.bridge.agents.find({ text: 'quil' })).toMatchObject({ people: [found], everybody: true });
    expect(await me.bridge.agents.find({ text: 'uill' })).toEqual({ people: [], everybody: true });
    expect(await me.bridge.agents.find({ text: '' })).toMatchObject({ people: [] });
    await community.stop();
    expect(await me.bridge.agents.find({ text: 'somebody else' })).toEqual({ people: [], everybody: false });
  });
});

test('a community without the search is not asked, and all that is known of people is searched', async () => {
  const asked: string[] = [];
  const client = {
    async call(route: string) {
      asked.push(route);
      return {
        body: route === 'GET /api/v1/version' ? { limits: { list_page: 100 } } : { entries: [], next_cursor: null },
      };
    },
  };
  const people = createPeople(client as unknown as CommunityClient);
  expect([await people.findByName('Anna'), await people.findByName(' anna ')]).toEqual([null, null]);
  expect(asked).toEqual(['GET /api/v1/version', 'GET /api/v1/version']);
});
