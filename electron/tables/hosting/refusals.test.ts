/** Guests that get no seat, over real iroh and a real community: what they are told, and what their host is shown. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { UnseatedReason } from '../../../shared/tables/refusals.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { holdKey } from '../../identity/signer.ts';
import type { Channel, Transport } from '../../p2p/channel.ts';
import { createTransport, ticketEndpointId } from '../../p2p/iroh-transport.ts';
import {
  type GuestHandshake,
  type HandshakeResult,
  type SessionBody,
  sendBye,
  shakeHandsAsGuest,
} from '../joining/handshake.ts';
import { type Service, startTestService } from '../testing/community.ts';
import { launchPlainHooks } from '../testing/plain-hooks.ts';
import { type TestSeat, takeSeat } from '../testing/seat.ts';
import type { HostRequest } from './host-request.ts';
import type { HostHandle } from './host-table.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestSeat;
let grace: TestSeat;
let hedy: TestSeat;
let network: Transport;
/** Whether the hooks of Ada's next game start. */
let adasHooksWork = true;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada', {
    launchHooks: (text, seed) =>
      adasHooksWork
        ? launchPlainHooks(text, seed)
        : Promise.reject(new ParlorError('hook_failed', 'It does not start.')),
  });
  grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library });
  hedy = await takeSeat(service.url, join(dir, 'hedy'), 'hedy', { published: ada.library });
  network = createTransport({ reach: 'loopback' });
});
afterAll(async () => {
  await network.close();
  await Promise.all([ada.dispose(), grace.dispose(), hedy.dispose()]);
  await service.dispose();
});
afterEach(async () => {
  adasHooksWork = true;
  ada.tamper(null);
  ada.people.setBlocked([]);
  for (const { post_id } of ada.tables.listHosted()) await ada.tables.withdraw(post_id);
});

const host = (request: Partial<HostRequest> = {}) =>
  ada.tables.host({ control_mode: 'autonomous', protocol_id: ada.protocol('rock-paper-scissors'), ...request });
const dial = ({ invitation }: HostHandle) => network.dial(invitation.iroh_ticket);

const shownAt = ({ post_id }: HostHandle) =>
  ada.tables.listHosted().find((hosted) => hosted.post_id === post_id)?.unseated;
const expectShown = (hosted: HostHandle, reason: UnseatedReason, nickname: string | null = 'grace') =>
  expect.poll(() => shownAt(hosted)).toEqual({ reason, nickname });

/** Grace's handshake, from which the test continues. */
function shakeHands(
  { invitation }: HostHandle,
  channel: Channel,
  change: Partial<GuestHandshake> = {},
): Promise<HandshakeResult> {
  return shakeHandsAsGuest(channel, {
    session_nonce: grace.client.mark(),
    player: {
      public_key: grace.signer.publicKey,
      control_mode: 'autonomous',
      signSession: (parts) => grace.signer.signSession(parts),
    },
    post_id: invitation.post_id,
    host_public_key: invitation.public_key,
    protocol_id: invitation.protocol_id,
    options: invitation.options as JsonObject,
    expectedRemoteId: ticketEndpointId(invitation.iroh_ticket),
    createSession: async (body) => (await grace.client.call('POST /api/v1/sessions', { body })).body,
    ...change,
  });
}

const codeOf = (work: Promise<unknown>): Promise<ErrorCode | null> =>
  work.then(
    () => null,
    (error: unknown) => (error as ParlorError).code,
  );

/** The host's answer to a first frame, in which nothing but this is unusual; null if it only ends the connection. */
async function answerTo(hosted: HostHandle, change: JsonObject): Promise<JsonObject | null> {
  const channel = await dial(hosted);
  await channel.send({
    _session_init: true,
    guest_public_key: grace.signer.publicKey,
    session_nonce: randomBytes(16).toString('hex'),
    guest_control_mode: 'autonomous',
    ...change,
  });
  const answer = await channel.receive({ timeoutMs: 10_000 });
  await channel.close();
  return answer;
}

async function leaveGame(hosted: HostHandle): Promise<void> {
  const { table_id } = (await hosted.table)!;
  await ada.until(table_id, ({ hooks }) => hooks !== null);
  await ada.tables.resign(table_id);
  await hosted.ended;
}

describe('a guest is told why the host does not seat it, and the host is shown the same', () => {
  test('it is blocked: without a reason, and nothing is shown', async () => {
    ada.people.setBlocked([grace.signer.publicKey]);
    const hosted = await host();
    const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
    expect(table).toMatchObject({ phase: 'failed', problem: { code: 'session_refused' }, session_id: null });
    expect(shownAt(hosted)).toBeUndefined();
  });

  test('the table is for someone else', async () => {
    const hosted = await host({ audience: { for_public_key: ada.signer.publicKey } });
    expect(await codeOf(shakeHands(hosted, await dial(hosted)))).toBe('seat_reserved');
    await expectShown(hosted, 'seat_reserved', null);
  });

  test('it is not registered', async () => {
    const hosted = await host();
    const { signer } = holdKey(randomBytes(32));
    const player = {
      public_key: signer.publicKey,
      control_mode: 'human' as const,
      signSession: (parts: Parameters<typeof signer.signSession>[0]) => signer.signSession(parts),
    };
    expect(await codeOf(shakeHands(hosted, await dial(hosted), { player }))).toBe('guest_unregistered');
    await expectShown(hosted, 'guest_unregistered', null);
  });

  test('its first frame is of another version', async () => {
    const hosted = await host();
    const later = { refusals: { version: 1 }, session_nonce: { of: 'a later version' } };
    expect(await answerTo(hosted, later)).toEqual({ _sys: 'bye', code: 'peer_incompatible' });
    await expectShown(hosted, 'peer_incompatible', null);
  });

  test('the community does not confirm its session, which ends its table at once', async () => {
    const hosted = await host();
    ada.tamper((path, body) =>
      path.startsWith('/api/v1/sessions/') ? { ...body, guest_signature: 'ab'.repeat(64) } : body,
    );
    const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
    expect(table).toMatchObject({ phase: 'failed', problem: { code: 'session_rejected' } });
    await expectShown(hosted, 'proof_invalid');
  });

  test('another guest was faster, also after the game has begun', async () => {
    const hosted = await host({ protocol_id: ada.protocol('connect-four'), control_mode: 'human' });
    const isStarting = Promise.withResolvers<void>();
    grace.dropResponses((method, path) => {
      const isSession = method === 'POST' && path === '/api/v1/sessions';
      if (isSession) isStarting.resolve();
      return isSession;
    });
    const table_id = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
    await isStarting.promise;
    await hedy.tables.join(hosted.post_id, { control_mode: 'human' });
    await hosted.table;
    grace.dropResponses(null);
    expect(await grace.ended(table_id)).toMatchObject({ phase: 'failed', problem: { code: 'invitation_taken' } });
    expect(await codeOf(shakeHands(hosted, await dial(hosted)))).toBe('invitation_taken');
    await leaveGame(hosted);
  });

  test('the table is closed during the handshake', async () => {
    const hosted = await host();
    const channel = await dial(hosted);
    const createSession = async (body: SessionBody) => {
      const created = await grace.client.call('POST /api/v1/sessions', { body });
      await hosted.cancel();
      await expect.poll(() => channel.connection().kind).toBe('none');
      return created.body;
    };
    expect(await codeOf(shakeHands(hosted, channel, { createSession }))).toBe('invitation_gone');
  });

  test('the host’s hooks do not start', async () => {
    const hosted = await host();
    adasHooksWork = false;
    const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
    expect(table).toMatchObject({ problem: { code: 'peer_aborted', detail: { code: 'hook_failed' } } });
    const { table_id } = (await hosted.table)!;
    expect((await ada.ended(table_id)).problem?.code).toBe('hook_failed');
  });
});

describe('a host is shown why a guest gives up', () => {
  test.each<[string, ErrorCode, UnseatedReason]>([
    ['cannot reach the community', 'community_unreachable', 'peer_offline'],
    ['has sent the community too many requests', 'rate_limited', 'peer_rate_limited'],
    ['is not registered', 'unregistered_key', 'guest_unregistered'],
    ['has its session rejected', 'invalid_signature', 'session_rejected'],
    ['finds the seat taken', 'invitation_taken', 'invitation_taken'],
    ['stops joining', 'cancelled', 'cancelled'],
  ])('which %s', async (_name, code, reason) => {
    const hosted = await host();
    const createSession = () => Promise.reject(new ParlorError(code, 'No session.'));
    const channel = await dial(hosted);
    expect(await codeOf(shakeHands(hosted, channel, { createSession }))).toBe(code);
    await channel.close();
    await expectShown(hosted, reason);
  });

  test('which was shown another game', async () => {
    const hosted = await host();
    const channel = await dial(hosted);
    const shaking = shakeHands(hosted, channel, { protocol_id: ada.protocol('connect-four') });
    expect(await codeOf(shaking)).toBe('invitation_mismatch');
    await channel.close();
    await expectShown(hosted, 'invitation_mismatch');
  });

  test('whose connection is lost', async () => {
    const hosted = await host();
    const channel = await dial(hosted);
    await codeOf(
      shakeHands(hosted, channel, {
        async createSession() {
          channel.drop();
          throw new ParlorError('internal', 'Gone.');
        },
      }),
    );
    await expectShown(hosted, 'peer_disconnected');
  });

  test('with a code from the list only', async () => {
    const hosted = await host();
    const channel = await dial(hosted);
    await codeOf(
      shakeHands(hosted, channel, {
        async createSession() {
          await sendBye(channel, 'wrong_passphrase');
          throw new ParlorError('internal', 'Gone.');
        },
      }),
    );
    await channel.close();
    await expectShown(hosted, 'session_refused');
  });

  test('until somebody is seated', async () => {
    const hosted = await host();
    await answerTo(hosted, { session_nonce: 'x:y' });
    await expectShown(hosted, 'peer_incompatible', null);
    const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
    expect(table.phase).toBe('finished');
    expect(shownAt(hosted)).toBeUndefined();
    await hosted.ended;
  });
});

describe('a guest that does not know refusals sees that the connection ends, and nothing else', () => {
  test.each<[string, JsonObject]>([
    ['of another version', { session_nonce: 'x:y' }],
    ['that was shown other options', { options: { version: 1, hash: 'ab'.repeat(32) } }],
    ['that is not registered', { guest_public_key: 'ab'.repeat(32) }],
  ])('%s', async (_name, change) => {
    expect(await answerTo(await host(), change)).toBeNull();
  });

  test('at a table for someone else', async () => {
    expect(await answerTo(await host({ audience: { for_public_key: ada.signer.publicKey } }), {})).toBeNull();
  });

  test('nor does a blocked one, or one that comes late', async () => {
    ada.people.setBlocked([grace.signer.publicKey]);
    const hosted = await host({ protocol_id: ada.protocol('connect-four'), control_mode: 'human' });
    expect(await answerTo(hosted, {})).toBeNull();
    ada.people.setBlocked([]);
    await shakeHands(hosted, await dial(hosted));
    await hosted.table;
    expect(await answerTo(hosted, {})).toBeNull();
    await leaveGame(hosted);
  });
});
