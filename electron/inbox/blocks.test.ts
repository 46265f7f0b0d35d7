/** Blocks at a real community: kept in step with the contacts, through restarts, losses of the connection and of the community's data. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestAgent, TestCommunity } from '../../service/testing/community.ts';
import type { Contact } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { holdKey } from '../identity/signer.ts';
import { type Blocks, openBlocks } from './blocks.ts';

let community: TestCommunity;
let ann: TestAgent;
let bob: TestAgent;
let folder: string;
const opened: Blocks[] = [];
const contacts = new Map<string, Contact>();

beforeEach(async () => {
  community = await TestCommunity.start();
  community.now = Date.now();
  [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
  folder = temporaryFolder();
  contacts.clear();
});
afterEach(async () => {
  for (const blocks of opened.splice(0)) await blocks.close();
  await community.dispose();
});

const set = ({ public_key }: Pick<TestAgent, 'public_key'>, blocked: boolean) =>
  contacts.set(public_key, { public_key, name: '', notes: '', blocked });

/** Bob's blocks, and the operations that they have called. */
async function blocksOfBob({ url = () => community.url as string | null, without = '' } = {}) {
  const { signer, opener } = holdKey(new Uint8Array(bob.seed));
  const client = createCommunityClient({ url, signer });
  const operations: string[] = [];
  const call = (async (...args: Parameters<CommunityClient['call']>) => {
    operations.push(args[0]);
    const response = (await client.call(...args)) as { body: { limits: Record<string, unknown> } };
    if (args[0] === 'GET /api/v1/version') delete response.body.limits[without];
    return response;
  }) as CommunityClient['call'];
  const config = {
    folder,
    community: 'here',
    public_key: bob.public_key,
    client: { ...client, call },
    opener,
    contacts,
  };
  const blocks = await openBlocks(config);
  opened.push(blocks);
  return { blocks, operations };
}

async function isRefused(sender: TestAgent): Promise<boolean> {
  const ciphertext = randomBytes(66).toString('base64');
  const sent = await sender.call('POST /api/v1/inbox', {
    body: { recipient_public_key: bob.public_key, ciphertext },
  });
  await bob.call('DELETE /api/v1/inbox');
  return sent.code === 'blocked_by_recipient';
}

it('follow the contacts, and cost nothing while nobody is blocked', async () => {
  const { blocks, operations } = await blocksOfBob();
  set(ann, false);
  await blocks.synchronize();
  expect(operations).toEqual([]);
  set(ann, true);
  await blocks.synchronize();
  expect(await isRefused(ann)).toBe(true);
  const count = operations.length;
  await blocks.synchronize();
  expect(operations.length).toBe(count);
  contacts.delete(ann.public_key);
  await blocks.synchronize();
  expect(await isRefused(ann)).toBe(false);
});

it('that ended while the community was unreachable end after a restart', async () => {
  set(ann, true);
  await (await blocksOfBob()).blocks.synchronize();
  set(ann, false);
  const away = await blocksOfBob({ url: () => null });
  await expect(away.blocks.synchronize()).rejects.toMatchObject({ code: 'community_unreachable' });
  expect(await isRefused(ann)).toBe(true);
  await away.blocks.close();
  await (await blocksOfBob()).blocks.synchronize();
  expect(await isRefused(ann)).toBe(false);
});

it('are restored at a community that has lost them', async () => {
  set(ann, true);
  await (await blocksOfBob()).blocks.synchronize();
  await community.sql`DELETE FROM inbox_block`;
  expect(await isRefused(ann)).toBe(false);
  await (await blocksOfBob()).blocks.synchronize();
  expect(await isRefused(ann)).toBe(true);
});

it('of people who are not registered there are asked for once, and again when a message of theirs arrives', async () => {
  const { blocks, operations } = await blocksOfBob();
  const cleo = new TestAgent(community);
  set(cleo, true);
  set(ann, true);
  await blocks.synchronize();
  expect(await isRefused(ann)).toBe(true);
  const count = operations.length;
  await cleo.register('Cleo');
  await blocks.synchronize();
  expect(operations.length).toBe(count);
  expect(await isRefused(cleo)).toBe(false);
  await blocks.noteArrival(cleo.public_key);
  await blocks.synchronize();
  expect(await isRefused(cleo)).toBe(true);
});

it('leave a community alone that has no blocks', async () => {
  const { blocks, operations } = await blocksOfBob({ without: 'inbox_blocks' });
  set(ann, true);
  await blocks.synchronize();
  await blocks.synchronize();
  expect(new Set(operations)).toEqual(new Set(['GET /api/v1/version']));
});
