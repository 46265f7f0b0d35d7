/** Both sides offer a rematch, and the other sits down at the own table while this side joins: one game is played. */
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Invitation } from '../../shared/community/shapes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openRawPeer } from '../p2p/testing/raw-peer.ts';
import type { HostHandle } from './hosting/host-table.ts';
import { connectHostileGuest, type HostileGuest } from './testing/hostile-guest.ts';
import { request } from './testing/rematches.ts';
import { takeTwoSeats } from './testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);
const peer = await openRawPeer('127.0.0.1');
afterAll(() => peer.close());
afterEach(async () => {
  ada.hold(null);
  for (const seat of [ada, grace])
    for (const { post_id } of seat.tables.listHosted()) await seat.tables.withdraw(post_id);
});

/** A game that has ended, with an offer of either side, and a guest with Grace's key that has connected to Ada's. */
async function offerTwice() {
  const protocol_id = ada.protocol('rock-paper-scissors');
  const hosted = await ada.tables.host({ control_mode: 'autonomous', protocol_id });
  const guestId = await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' });
  await grace.ended(guestId);
  const lastId = (await ada.ended((await hosted.table)!.table_id)).table_id;
  const own = (await request(ada, lastId)).hosted!;
  const other = await hostAgain(guestId);
  const params = { post_id: own.post_id };
  const invitation = (await grace.client.call('GET /api/v1/invitations/{post_id}', { params })).body as Invitation;
  const guest = await connectHostileGuest({ invitation } as HostHandle, grace, peer);
  return { lastId, own, other, guest };
}

/** Grace offers although it could join. */
async function hostAgain(rematchOf: string) {
  const { protocol } = await grace.tables.get(rematchOf);
  const terms = { control_mode: 'autonomous', protocol_id: protocol.protocol_id, rematchOf } as const;
  return (await grace.tables.host({ ...terms, audience: { for_public_key: ada.signer.publicKey } })).hostedTable;
}

const rematchesOf = (table_id: string) =>
  [...ada.tables.lists.every()].filter(({ rematch_of }) => rematch_of === table_id);

/** Holds the first response to such a request of Ada's; `held` resolves once there is one. */
function holdFirst(matches: (method: string, path: string) => boolean) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  ada.hold((method, path) => {
    if (!isFirst || !matches(method, path)) return null;
    isFirst = false;
    held.resolve();
    return released.promise;
  });
  return { held: held.promise, release: released.resolve };
}

async function endGame(lastId: string, guest: HostileGuest): Promise<void> {
  const rematches = rematchesOf(lastId);
  expect(rematches).toHaveLength(1);
  guest.leave();
  await ada.tables.interrupt(rematches[0]!.table_id);
  await ada.ended(rematches[0]!.table_id);
  expect(ada.tables.listHosted()).toEqual([]);
}

it.each<[string, (method: string, path: string) => boolean]>([
  ['reads the session', (method, path) => method === 'GET' && path.startsWith('/api/v1/sessions/')],
  ['confirms the guest', (method, path) => method === 'POST' && path === '/api/v1/sessions'],
])('joins while the host %s', async (_name, matches) => {
  const { lastId, other, guest } = await offerTwice();
  const { held, release } = holdFirst(matches);
  const shaken = guest.shakeHands().catch(() => null);
  await held;
  const joined = await request(ada, lastId);
  release();
  expect(await ada.tables.get(joined.table_id!)).toMatchObject({ role: 'guest', post_id: other.post_id });
  await ada.ended(joined.table_id!);
  const seated = await shaken;
  // No game begins.
  if (seated) expect(await guest.channel.receive({ timeoutMs: 15_000 })).toMatchObject({ _sys: 'bye' });
  guest.leave();
  expect(rematchesOf(lastId).map(({ table_id }) => table_id)).toEqual([joined.table_id]);
  expect(ada.tables.listHosted()).toEqual([]);
});

it('joins once the guest is seated', async () => {
  const { lastId, own, guest } = await offerTwice();
  await guest.shakeHands();
  await expect.poll(() => rematchesOf(lastId)).toHaveLength(1);
  const joined = await request(ada, lastId);
  expect(await ada.tables.get(joined.table_id!)).toMatchObject({ role: 'host', post_id: own.post_id });
  await endGame(lastId, guest);
});

it('two requests at once join one table, and the guest that comes then is not seated', async () => {
  const { lastId, other, guest } = await offerTwice();
  const [first, second] = await Promise.all([request(ada, lastId), request(ada, lastId)]);
  expect(second).toEqual(first);
  await expect(guest.shakeHands()).rejects.toThrow();
  guest.leave();
  expect(await ada.ended(first.table_id!)).toMatchObject({ role: 'guest', post_id: other.post_id });
  expect(rematchesOf(lastId)).toHaveLength(1);
});

it('two requests at once offer one table', async () => {
  const { lastId, other, guest } = await offerTwice();
  guest.leave();
  for (const { post_id } of ada.tables.listHosted()) await ada.tables.withdraw(post_id);
  await grace.tables.withdraw(other.post_id);
  const [first, second] = await Promise.all([request(ada, lastId), request(ada, lastId)]);
  expect(first.hosted).toEqual(second.hosted);
  expect(ada.tables.listHosted()).toHaveLength(1);
});
