/** A block at the tables of two identities of one real community over real iroh. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from './testing/community.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';

const dir = temporaryFolder();
const remarks = { allowsTexts: () => true, onChange() {} };
let service: Service;
let ada: TestSeat;
let grace: TestSeat;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada', { remarks });
  grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library, remarks });
});
afterEach(() => setBlocked([]));
afterAll(async () => {
  await Promise.all([ada.dispose(), grace.dispose()]);
  await service.dispose();
});

/** Of whom Ada has blocked. */
function setBlocked(keys: readonly string[]): void {
  ada.people.setBlocked(keys);
  ada.tables.applyBlocks();
}

async function openTable(protocol: string): Promise<{ host: string; guest: string }> {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol(protocol) });
  const guest = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  await grace.until(guest, ({ ask }) => ask !== null);
  return { host: (await hosted.table)!.table_id, guest };
}

test('a conversation ends as if this side had left', async () => {
  const { host, guest } = await openTable('chat');
  setBlocked([grace.signer.publicKey]);
  const [own, theirs] = await Promise.all([ada.ended(host), grace.ended(guest)]);
  expect([own, theirs]).toMatchObject([
    { phase: 'finished', problem: null },
    { phase: 'finished', problem: null },
  ]);
  expect(JSON.stringify(theirs)).not.toMatch(/block/);
  // No news to the side that blocked.
  expect([own.afterwards.seen, theirs.afterwards.seen]).toEqual([true, false]);
});

test('a conversation in turns ends too', async () => {
  const { host, guest } = await openTable('oracle');
  setBlocked([grace.signer.publicKey]);
  const [own] = await Promise.all([ada.ended(host), grace.ended(guest)]);
  expect(own).toMatchObject({ phase: 'failed', problem: { code: 'resigned' } });
});

test('a game goes on, without texts or anything else said to the side that blocks', async () => {
  const { host, guest } = await openTable('connect-four');
  const textsOfPeer = async () => (await grace.tables.remarks.get(guest)).texts.peer;
  await expect.poll(textsOfPeer).toBe(true);
  setBlocked([grace.signer.publicKey]);
  await expect.poll(textsOfPeer).toBe(false);
  grace.tables.remarks.say(guest, { phrase: 'hello' });
  const { ask } = await grace.tables.get(guest);
  await grace.tables.answer(guest, ask!.key, ask!.choices[0]!.value);
  await ada.until(host, ({ ask }) => ask !== null);
  expect((await ada.tables.remarks.get(host)).remarks).toEqual([]);

  setBlocked([]);
  await expect.poll(textsOfPeer).toBe(true);
  await ada.tables.resign(host);
  await Promise.all([ada.ended(host), grace.ended(guest)]);
});

test('a table that waits for somebody is withdrawn once they are blocked, and others aren’t', async () => {
  const terms = { control_mode: 'human' as const, protocol_id: ada.protocol('reversi') };
  const forGrace = await ada.tables.host({ ...terms, audience: { for_public_key: grace.signer.publicKey } });
  const forAll = await ada.tables.host(terms);
  setBlocked([grace.signer.publicKey]);
  await expect.poll(() => ada.tables.listHosted().map(({ post_id }) => post_id)).toEqual([forAll.post_id]);
  expect(await forGrace.table).toBeNull();
  await ada.tables.withdraw(forAll.post_id);
});
