/** A waiting invitation while the addresses of its computer change, between two identities of one real community. */
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { ticketAddresses } from '../../p2p/iroh-transport.ts';
import { startStubRelay } from '../../p2p/testing/stub-relay.ts';
import { takeTwoSeats } from '../testing/two-seats.ts';
import type { HostRequest } from './host-request.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);
afterEach(async () => {
  ada.unreachable(null);
  ada.transport.reconfigure({ reach: 'loopback' });
  for (const { post_id } of ada.tables.listHosted()) await ada.tables.withdraw(post_id);
});

const host = (request: Partial<HostRequest> = {}) =>
  ada.tables.host({ protocol_id: ada.protocol('rock-paper-scissors'), control_mode: 'autonomous', ...request });

const fetchInvitation = (post_id: string) =>
  grace.client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } }).then(({ body }) => body);

/** Waits until the invitation was posted again; resolves with its new id. */
const repostedId = async (before: string): Promise<string> => {
  const currentId = () => ada.tables.listHosted()[0]?.post_id;
  await expect.poll(currentId).not.toBe(before);
  return currentId()!;
};

/** The ids of Ada's open invitations. */
async function openPostIds(): Promise<string[]> {
  const { body } = await grace.client.call('GET /api/v1/invitations', { query: { limit: 100 } });
  return body.results.filter(({ public_key }) => public_key === ada.signer.publicKey).map(({ post_id }) => post_id);
}

test('an invitation is posted again with the same terms, the previous one is withdrawn, and a guest can play at the new one', async () => {
  const { post_id, hostedTable } = await host({
    audience: { for_public_key: grace.signer.publicKey },
    options: { best_of: 1 },
    message: 'One before supper?',
    renewMs: 3_600_000,
  });
  const before = await fetchInvitation(post_id);
  await ada.transport.killListeners();
  const next = await repostedId(post_id);
  const after = await fetchInvitation(next);
  expect(after.iroh_ticket).not.toBe(before.iroh_ticket);
  const { message, options, for_public_key, visibility, protocol_id, host_control_mode, ttl_seconds } = before;
  expect(after).toMatchObject({
    message,
    options,
    for_public_key,
    visibility,
    protocol_id,
    host_control_mode,
    ttl_seconds,
  });
  expect(ada.tables.listHosted()).toMatchObject([
    {
      ...hostedTable,
      post_id: next,
      earlier_post_ids: [post_id],
      expires_at: Date.parse(after.expires_at),
      renewed_until: hostedTable.renewed_until,
    },
  ]);
  await expect.poll(openPostIds).toEqual([next]);

  const table = await grace.tables.join(next, { control_mode: 'autonomous' });
  expect((await grace.ended(table)).result).toMatchObject({ state: 'settled' });
  expect(ada.tables.listHosted()).toEqual([]);
});

test('an invitation is posted again once, however long the community was unreachable, and can then be withdrawn', async () => {
  const { post_id } = await host();
  ada.unreachable(() => true);
  await ada.transport.killListeners();
  await ada.transport.killListeners();
  expect(ada.tables.listHosted()[0]?.post_id).toBe(post_id);
  ada.unreachable(null);
  const next = await repostedId(post_id);
  await expect.poll(openPostIds).toEqual([next]);
  await ada.tables.withdraw(next);
  expect(ada.tables.listHosted()).toEqual([]);
  expect(await openPostIds()).toEqual([]);
});

test('an invitation that is withdrawn before it was posted again stays withdrawn', async () => {
  const { post_id } = await host();
  ada.unreachable(() => true);
  await ada.transport.killListeners();
  const withdrawn = ada.tables.withdraw(post_id);
  ada.unreachable(null);
  await withdrawn;
  expect(ada.tables.listHosted()).toEqual([]);
});

test('an invitation has network addresses while network access is on, and only loopback addresses while it is off', async () => {
  const { post_id } = await host({ audience: { visibility: 'unlisted' } });
  const addressesOf = async (id: string) => ticketAddresses((await fetchInvitation(id)).iroh_ticket!).addresses;
  const loopback = expect.stringMatching(/^(127\.0\.0\.1|\[::1\]):/);
  for (const address of await addressesOf(post_id)) expect(address).toEqual(loopback);
  ada.transport.reconfigure({ reach: 'local' });
  const open = await repostedId(post_id);
  expect((await fetchInvitation(open)).visibility).toBe('unlisted');
  for (const address of await addressesOf(open)) expect(address).not.toMatch(/^0\.0\.0\.0/);
  ada.transport.reconfigure({ reach: 'loopback' });
  const closed = await repostedId(open);
  for (const address of await addressesOf(closed)) expect(address).toEqual(loopback);
});

test('an invitation contains the configured relay, and follows its changes', async () => {
  const relay = await startStubRelay();
  try {
    ada.transport.reconfigure({ reach: 'network', relays: 'none' });
    await host();
    const relayNow = async () =>
      ticketAddresses((await fetchInvitation(ada.tables.listHosted()[0]!.post_id)).iroh_ticket!).relay;
    expect(await relayNow()).toBeNull();
    ada.transport.reconfigure({ relays: [relay.url] });
    await expect.poll(relayNow).toBe(relay.url);
    ada.transport.reconfigure({ relays: 'none' });
    await expect.poll(relayNow).toBeNull();
  } finally {
    relay.dispose();
  }
});
