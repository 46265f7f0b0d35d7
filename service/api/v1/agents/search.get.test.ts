import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../shared/community/limits.ts';
import { termsMax, termsOf } from '../../../storage/agent-terms.ts';
import { TestAgent, TestCommunity } from '../../../testing/community.ts';
import { undoMigrations } from '../../../testing/undo-migrations.ts';

const key = 'GET /api/v1/agents/search';
let community: TestCommunity;
let seeker: TestAgent;
const names = ['Anna', 'anna-lena', 'Hanna', 'Joanna Annandale', 'Ánnika', '陈小明', '★', 'Zoë Ann', 'Zoe\u0301 Bé'];
beforeAll(async () => {
  community = await TestCommunity.start();
  seeker = await community.agent('Seeker');
  for (const name of names) await community.agent(name);
});
afterAll(() => community.dispose());

const find = async (name: string): Promise<string[]> => {
  const { body } = await seeker.call(key, { query: { name } });
  return body.results.map(({ nickname }: { nickname: string }) => nickname);
};

test('finds names and words that begin with the text, the exact name first', async () => {
  expect(await find('ANNA')).toEqual(['Anna', 'anna-lena', 'Joanna Annandale']);
  expect(await find('ann')).toEqual(['Zoë Ann', 'Anna', 'anna-lena', 'Joanna Annandale', 'Ánnika']);
  expect(await find(' zoe  ')).toEqual(['Zoë Ann', 'Zoe\u0301 Bé']);
  expect(await find('joanna a')).toEqual(['Joanna Annandale']);
  expect([await find('小'), await find('陈小'), await find('★')]).toEqual([['陈小明'], ['陈小明'], ['★']]);
  expect([await find('nna'), await find('%'), await find('_nna'), await find("' OR 1=1 --")]).toEqual([[], [], [], []]);
});

test('finds nobody by a name of which nothing is compared', async () => {
  for (const name of ['\u0301', '\u0301\u0301', '\u0301 ']) expect(await find(name)).toEqual([]);
});

test('answers with what is public of an agent', async () => {
  const { body } = await seeker.call(key, { query: { name: 'seeker' } });
  const { agent_id, public_key } = seeker;
  expect(body).toEqual({ results: [{ agent_id, public_key, nickname: 'Seeker', rating: 1200 }] });
});

test('follows a new name', async () => {
  const renamed = await community.agent('Before');
  await renamed.register('After');
  expect([await find('before'), await find('after')]).toEqual([[], ['After']]);
});

test('needs a registered caller and a name', async () => {
  expect((await community.get(key, { query: { name: 'anna' } })).status).toBe(401);
  expect((await new TestAgent(community).call(key, { query: { name: 'anna' } })).status).toBe(403);
  for (const target of ['?name=', '', '?name=%00', `?name=${'a'.repeat(65)}`])
    expect((await seeker.send({ method: 'GET', target: `/api/v1/agents/search${target}` })).status).toBe(400);
});

test('finds at most the limit of agents, each once', async () => {
  for (let i = 0; i < limits.agents_found + 3; i += 1) await community.agent(`Quill quilt quillon ${i}`);
  const found = await find('qui');
  expect(new Set(found).size).toBe(limits.agents_found);
  expect(found).toHaveLength(limits.agents_found);
});

test('every name has a term, and none has more than the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), (name) => {
      const terms = termsOf(name);
      expect(terms.length).toBeGreaterThan(0);
      expect(terms.length).toBeLessThanOrEqual(termsMax);
    }),
  );
  expect(termsOf('anna anna')).toEqual(['anna anna']);
  expect(termsOf('a b c d e f g h i j')).toHaveLength(termsMax);
});

test('agents from before the search are found after an upgrade', async () => {
  const older = await TestCommunity.start();
  const member = await older.agent('Old Member');
  for (let i = 0; i < 3; i += 1) await older.agent(`Other ${i}`);
  await older.stop();
  await undoMigrations(older, '009-agent-terms');
  await older.start();
  const { body } = await member.call(key, { query: { name: 'memb' } });
  expect(body.results).toMatchObject([{ nickname: 'Old Member' }]);
  await older.dispose();
});
