/** The welcome at a real community: exactly one message per newcomer. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import { linkedPostId, readInboxMessage } from '../../shared/inbox/message.ts';
import { open } from '../../shared/inbox/sealed-box.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { holdKey } from '../identity/signer.ts';
import { welcomeNewcomers } from './welcome.ts';

const post_id = '00000000-0000-4000-8000-000000000001';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('greets each newcomer exactly once, when a table is open, also across restarts', async () => {
  const community = await TestCommunity.start();
  closers.push(() => community.dispose());
  community.now = Date.now();
  const old = await community.agent('Old');
  await community.sql`UPDATE agent SET created_at = ${community.now - 25 * 3600_000}`;
  const wick = await community.agent('Wick');
  const folder = temporaryFolder();
  const { signer } = holdKey(new Uint8Array(wick.seed));
  let waitingTable: string | null = null;
  let greeterCalls = 0;

  function start(): () => Promise<void> {
    const stop = new AbortController();
    const running = welcomeNewcomers({
      client: createCommunityClient({ url: () => community.url, signer: null }),
      housePlayers: new Set([wick.public_key]),
      path: join(folder, 'welcomed.json'),
      greeter() {
        greeterCalls += 1;
        const client = createCommunityClient({ url: () => community.url, signer });
        return waitingTable === null ? null : { client, signer, nickname: 'Wick', post_id: waitingTable };
      },
      language: () => 'zh-CN',
      signal: stop.signal,
      pollMs: 5,
    });
    const end = async () => {
      stop.abort();
      await running;
    };
    closers.push(end);
    return end;
  }
  const entriesOf = async (agent: TestAgent) => (await agent.call('GET /api/v1/inbox')).body.entries;

  const end = start();
  const ann = await community.agent('Ann');
  await expect.poll(() => greeterCalls).toBeGreaterThan(2);
  expect(await entriesOf(ann)).toEqual([]);
  waitingTable = post_id;
  await expect.poll(async () => (await entriesOf(ann)).length).toBe(1);
  const [{ id }] = await entriesOf(ann);
  const { ciphertext } = (await ann.call('GET /api/v1/inbox/{id}', { params: { id } })).body;
  const message = readInboxMessage(open(Buffer.from(ciphertext, 'base64'), new Uint8Array(ann.seed)), ann.public_key);
  expect(message).toMatchObject({ signature: 'valid', writer: { public_key: wick.public_key } });
  expect(linkedPostId(message.text)).toBe(post_id);
  expect(message.text).toContain('我是本馆玩家 Wick');

  await end();
  start();
  const bob = await community.agent('Bob');
  await expect.poll(async () => (await entriesOf(bob)).length).toBe(1);
  expect([(await entriesOf(ann)).length, await entriesOf(wick), await entriesOf(old)]).toEqual([1, [], []]);
});
