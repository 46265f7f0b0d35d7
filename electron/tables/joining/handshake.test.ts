import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { LruCache } from '../../../shared/lru-cache.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { type SessionParts, sessionIdOf } from '../../../shared/signing/texts.ts';
import { channelPair, type PipeEnd } from '../testing/channel-pair.ts';
import { localPlayer } from '../testing/local-player.ts';
import {
  type GuestHandshake,
  type HostHandshake,
  type SessionBody,
  shakeHandsAsGuest,
  shakeHandsAsHost,
} from './handshake.ts';

const post_id = '00000000-0000-4000-8000-00000000000a';
const protocol_id = 'cd'.repeat(32);
const options = { max_think_seconds: 60, rows: 6 };

const hostSeat = localPlayer(1, 'autonomous');
const guestSeat = localPlayer(2, 'human');
const strangerSeat = localPlayer(3, 'hybrid');

let ends: { host: PipeEnd; guest: PipeEnd };
let sessions: Map<string, SessionBody>;

beforeEach(() => {
  ends = channelPair();
  sessions = new Map();
});

const guestTerms = (change: Partial<GuestHandshake> = {}): GuestHandshake => ({
  player: guestSeat,
  session_nonce: randomBytes(16).toString('hex'),
  post_id,
  host_public_key: hostSeat.public_key,
  protocol_id,
  options,
  expectedRemoteId: 'a'.repeat(64),
  createSession: async (body) => {
    const session_id = sessionIdOf(body);
    sessions.set(session_id, body);
    return { session_id };
  },
  ...change,
});

const hostTerms = (change: Partial<HostHandshake> = {}): HostHandshake => ({
  player: hostSeat,
  post_id,
  protocol_id,
  options,
  usedNonces: new LruCache(4),
  fetchSession: async (session_id) => {
    const session = sessions.get(session_id);
    if (!session) throw new ParlorError('not_found', 'There is no such session.');
    return session;
  },
  ...change,
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof ParlorError ? error.code : String(error);
}

const seatBoth = () =>
  Promise.all([shakeHandsAsHost(ends.host, hostTerms()), shakeHandsAsGuest(ends.guest, guestTerms())] as const);

test('both sides learn the other’s control mode and have both signatures', async () => {
  const [{ session: host, token }, { session: guest, token: guestToken }] = await seatBoth();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(guestToken).toBe(token);
  expect(host).toEqual({ ...guest, peer_control_mode: 'human' });
  expect(guest.peer_control_mode).toBe('autonomous');
  expect(guest.session_nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(guest.session_id).toBe(sessionIdOf(guest));
  expect(ends.guest.sent).toEqual([
    {
      _session_init: true,
      guest_public_key: guestSeat.public_key,
      session_nonce: guest.session_nonce,
      guest_control_mode: 'human',
      resume: { version: 1 },
      concede: { version: 1 },
      sign_record: { version: 1 },
      draws: { version: 1 },
      clocks: { version: 1 },
      no_premoves: { version: 1 },
      refusals: { version: 1 },
      options: { version: 1, hash: sha256Hex('{"max_think_seconds":60,"rows":6}') },
    },
    { _session_ready: true, session_id: guest.session_id },
  ]);
  expect(ends.host.sent).toEqual([
    {
      _session_proof: true,
      host_public_key: hostSeat.public_key,
      host_signature: guest.host_signature,
      protocol_id,
      host_control_mode: 'autonomous',
      resume: { version: 1, token },
      concede: { version: 1 },
      sign_record: { version: 1 },
      draws: { version: 1 },
      clocks: { version: 1 },
      refusals: { version: 1 },
    },
  ]);
});

test('a peer that knows no extension never sees one', async () => {
  const hosting = shakeHandsAsHost(ends.host, { ...hostTerms(), noPremoves: true });
  const session_nonce = '00'.repeat(16);
  const parts = { post_id, host_public_key: hostSeat.public_key, guest_public_key: guestSeat.public_key, protocol_id };
  const { public_key: guest_public_key } = guestSeat;
  await ends.guest.send({ _session_init: true, guest_public_key, session_nonce, guest_control_mode: 'human' });
  const proof = await ends.guest.receive();
  expect(Object.keys(proof!).sort()).toEqual(
    ['_session_proof', 'host_control_mode', 'host_public_key', 'host_signature', 'protocol_id'].sort(),
  );
  await guestTerms().createSession({
    ...{ ...parts, session_nonce, host_signature: String(proof!.host_signature) },
    guest_signature: guestSeat.signSession({ ...parts, session_nonce }) as string,
  });
  await ends.guest.send({ _session_ready: true, session_id: sessionIdOf({ ...parts, session_nonce }) });
  expect(await hosting).toMatchObject({ token: null, canConcede: false, signsRecord: false, canDraw: false });
});

test('remarks are announced by sides that show them, and only to those', async () => {
  const keysOf = ({ sent }: PipeEnd) => Object.keys(sent[0]!).includes('remarks');
  for (const [host, guest] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    ends = channelPair();
    const results = await Promise.all([
      shakeHandsAsHost(ends.host, hostTerms({ player: { ...hostSeat, remarks: host } })),
      shakeHandsAsGuest(ends.guest, guestTerms({ player: { ...guestSeat, remarks: guest } })),
    ]);
    expect(results.map(({ canRemark }) => canRemark)).toEqual([host && guest, host && guest]);
    expect([keysOf(ends.guest), keysOf(ends.host)]).toEqual([guest, host && guest]);
  }
});

test.each([true, false])('both sides know whether the host forbids moves chosen ahead: %s', async (noPremoves) => {
  const [host, guest] = await Promise.all([
    shakeHandsAsHost(ends.host, { ...hostTerms(), noPremoves }),
    shakeHandsAsGuest(ends.guest, guestTerms()),
  ]);
  expect([host.noPremoves, guest.noPremoves]).toEqual([noPremoves, noPremoves]);
});

test('a host signs nothing for a guest that was shown different options', async () => {
  const hosting = codeOf(shakeHandsAsHost(ends.host, hostTerms()));
  const otherOptions = { ...options, max_think_seconds: 600 };
  const joining = codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ options: otherOptions })));
  expect(await hosting).toBe('options_mismatch');
  expect(ends.host.sent).toEqual([]);
  await ends.host.close();
  await joining;
});

test.each([true, false])(
  'a host signs nothing for a guest that was told the opposite about points: %s',
  async (unrated) => {
    const hosting = codeOf(shakeHandsAsHost(ends.host, hostTerms({ unrated })));
    const joining = codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ unrated: !unrated })));
    expect(await hosting).toBe('options_mismatch');
    expect(ends.host.sent).toEqual([]);
    await ends.host.close();
    await joining;
  },
);

test('options are the same in any order of their keys', async () => {
  const reordered = { rows: 6, max_think_seconds: 60 };
  const [host] = await Promise.all([
    shakeHandsAsHost(ends.host, hostTerms({ options: reordered })),
    shakeHandsAsGuest(ends.guest, guestTerms()),
  ]);
  expect(host.session.guest_public_key).toBe(guestSeat.public_key);
});

test('every guest creates a different session', async () => {
  const nonces = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    ends = channelPair();
    const [, { session: guest }] = await seatBoth();
    nonces.add(guest.session_nonce);
  }
  expect(nonces.size).toBe(3);
});

describe('a guest', () => {
  /** Plays a host that answers `_session_init` with this proof. */
  async function against(proofOf: (parts: SessionParts) => JsonObject, change: Partial<GuestHandshake> = {}) {
    const createSession = vi.fn(guestTerms().createSession);
    const result = codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ createSession, ...change })));
    const init = (await ends.host.receive()) as { guest_public_key: string; session_nonce: string };
    const parts = {
      post_id,
      host_public_key: hostSeat.public_key,
      guest_public_key: init.guest_public_key,
      protocol_id,
      session_nonce: init.session_nonce,
    };
    await ends.host.send(proofOf(parts));
    return { code: await result, posted: createSession.mock.calls.length };
  }
  const proof = (parts: SessionParts, seat = hostSeat): JsonObject => ({
    _session_proof: true,
    host_public_key: seat.public_key,
    host_signature: seat.signSession(parts) as string,
    protocol_id,
    host_control_mode: 'hybrid',
  });

  test('P1: sends nothing to an endpoint other than the one in the ticket', async () => {
    expect(await codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ expectedRemoteId: 'f'.repeat(64) })))).toBe(
      'peer_key_mismatch',
    );
    expect(ends.guest.sent).toEqual([]);
  });

  test('does not join its own table', async () => {
    expect(await codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ host_public_key: guestSeat.public_key })))).toBe(
      'own_invitation',
    );
    expect(ends.guest.sent).toEqual([]);
  });

  test.each<[string, string, (parts: SessionParts) => JsonObject]>([
    [
      'P-2: a proof with another key',
      'peer_key_mismatch',
      (parts) => proof({ ...parts, host_public_key: strangerSeat.public_key }, strangerSeat),
    ],
    [
      'a proof of another protocol',
      'invitation_mismatch',
      (parts) => ({ ...proof(parts), protocol_id: 'ef'.repeat(32) }),
    ],
    [
      'a signature by another key',
      'proof_invalid',
      (parts) => ({ ...proof(parts), host_signature: strangerSeat.signSession(parts) as string }),
    ],
    [
      'P-5: a proof of an earlier session',
      'proof_invalid',
      (parts) => proof({ ...parts, session_nonce: '0'.repeat(32) }),
    ],
    [
      'P-5: a proof for another guest',
      'proof_invalid',
      (parts) => proof({ ...parts, guest_public_key: strangerSeat.public_key }),
    ],
    [
      'P-5: a proof for another post',
      'proof_invalid',
      (parts) => proof({ ...parts, post_id: '00000000-0000-4000-8000-00000000000b' }),
    ],
    [
      'P-5: swapped roles',
      'proof_invalid',
      (parts) => proof({ ...parts, host_public_key: parts.guest_public_key, guest_public_key: parts.host_public_key }),
    ],
    ['a frame that is not a proof', 'frame_invalid', () => ({ action: 'ready' })],
    ['a proof without a signature', 'frame_invalid', (parts) => ({ ...proof(parts), host_signature: '' })],
  ])('posts nothing on %s', async (_name, code, proofOf) => {
    expect(await against(proofOf)).toEqual({ code, posted: 0 });
    expect(ends.guest.sent).toHaveLength(1);
  });

  test('accepts a proof without the optional fields', async () => {
    const minimalProof = (parts: SessionParts) => {
      const { host_public_key: _key, protocol_id: _protocol, ...rest } = proof(parts);
      return rest;
    };
    expect(await against(minimalProof)).toEqual({ code: 'null', posted: 1 });
  });

  test('does not accept another session id from the community', async () => {
    const result = await against(proof, { createSession: async () => ({ session_id: 'ef'.repeat(32) }) });
    expect(result.code).toBe('community_invalid_answer');
    expect(ends.guest.sent).toHaveLength(1);
  });

  test('rejects with the error of the community', async () => {
    const createSession = async () => {
      throw new ParlorError('unregistered_key', 'public_key is not registered');
    };
    expect((await against(proof, { createSession })).code).toBe('unregistered_key');
  });

  test('can be aborted, and rejects when the host disconnects', async () => {
    const stop = new AbortController();
    const stopped = codeOf(shakeHandsAsGuest(ends.guest, guestTerms({ signal: stop.signal })));
    stop.abort();
    expect(await stopped).toBe('cancelled');
    ends = channelPair();
    const disconnected = codeOf(shakeHandsAsGuest(ends.guest, guestTerms()));
    await ends.host.close();
    expect(await disconnected).toBe('peer_disconnected');
  });
});

describe('a host', () => {
  const session_nonce = 'c20349bdf58817bb';
  const init = {
    _session_init: true,
    guest_public_key: guestSeat.public_key,
    session_nonce,
    guest_control_mode: 'human',
  };
  const parts: SessionParts = {
    post_id,
    host_public_key: hostSeat.public_key,
    guest_public_key: guestSeat.public_key,
    protocol_id,
    session_nonce,
  };
  const session_id = sessionIdOf(parts);
  const session = (guest_signature: string) => async () => ({ guest_signature });

  /** Plays a guest that sends these frames. */
  async function against(frames: JsonObject[], change: Partial<HostHandshake> = {}): Promise<string> {
    const result = codeOf(shakeHandsAsHost(ends.host, hostTerms(change)));
    for (const frame of frames) await ends.guest.send(frame);
    return result;
  }

  test('sends no secret to a guest that does not support resuming', async () => {
    const fetchSession = session(guestSeat.signSession(parts) as string);
    expect(await against([init, { _session_ready: true, session_id }], { fetchSession })).toBe('null');
    expect(ends.host.sent[0]).not.toHaveProperty('resume');
  });

  test('accepts the 16-digit nonces of other clients', async () => {
    const fetchSession = session(guestSeat.signSession(parts) as string);
    expect(await against([init, { _session_ready: true, session_id }], { fetchSession })).toBe('null');
  });

  test.each<[string, string, JsonObject[]]>([
    ['a business frame first', 'frame_invalid', [{ action: 'join' }]],
    ['a key in upper case', 'frame_invalid', [{ ...init, guest_public_key: guestSeat.public_key.toUpperCase() }]],
    ['a nonce with a separator', 'frame_invalid', [{ ...init, session_nonce: `${session_nonce}:x` }]],
    ['its own key', 'own_invitation', [{ ...init, guest_public_key: hostSeat.public_key }]],
    ['P-4: a second init', 'frame_invalid', [init, init]],
    ['another session id', 'session_refused', [init, { _session_ready: true, session_id: 'ef'.repeat(32) }]],
    ['a session unknown to the community', 'not_found', [init, { _session_ready: true, session_id }]],
  ])('refuses %s', async (_name, code, frames) => {
    expect(await against(frames)).toBe(code);
  });

  test('does not respond to a blocked guest, and signs nothing', async () => {
    const seat = { ...hostSeat, isBlocked: (key: string) => key === guestSeat.public_key };
    expect(await against([init], { player: seat })).toBe('session_refused');
    expect(ends.host.sent).toEqual([]);
    ends = channelPair();
    const other = { ...init, guest_public_key: strangerSeat.public_key };
    expect(await against([other, other], { player: seat })).toBe('frame_invalid');
    expect(ends.host.sent).toHaveLength(1);
  });

  test('does not seat a guest that was blocked during the handshake', async () => {
    let isBlocked = false;
    const fetched = session(guestSeat.signSession(parts) as string);
    const fetchSession: typeof fetched = async (...args) => {
      const found = await fetched(...args);
      isBlocked = true;
      return found;
    };
    const seat = { ...hostSeat, isBlocked: () => isBlocked };
    const frames = [init, { _session_ready: true, session_id }];
    expect(await against(frames, { fetchSession, player: seat })).toBe('session_refused');
  });

  test('signs nothing for anybody but the guest that its table is for', async () => {
    expect(await against([init], { for_public_key: strangerSeat.public_key })).toBe('seat_reserved');
    expect(ends.host.sent).toEqual([]);
    ends = channelPair();
    const fetchSession = session(guestSeat.signSession(parts) as string);
    const frames = [init, { _session_ready: true, session_id }];
    expect(await against(frames, { fetchSession, for_public_key: guestSeat.public_key })).toBe('null');
  });

  test('ignores options of a version that it does not know', async () => {
    const fetchSession = session(guestSeat.signSession(parts) as string);
    const later = { ...init, options: { version: 2, hash: 'ef'.repeat(32) } };
    expect(await against([later, { _session_ready: true, session_id }], { fetchSession })).toBe('null');
  });

  test('P-4: refuses a nonce that was used before', async () => {
    const usedNonces = new LruCache<string, true>(4);
    const fetchSession = session(guestSeat.signSession(parts) as string);
    const frames = [init, { _session_ready: true, session_id }];
    expect(await against(frames, { usedNonces, fetchSession })).toBe('null');
    ends = channelPair();
    expect(await against(frames, { usedNonces, fetchSession })).toBe('replayed_request');
    expect(ends.host.sent).toEqual([]);
  });

  test.each([
    ['another agent’s', strangerSeat.signSession(parts) as string],
    ['of another session', guestSeat.signSession({ ...parts, session_nonce: '0'.repeat(16) }) as string],
    ['the host’s own', hostSeat.signSession(parts) as string],
    ['an invalid', 'not hex'],
  ])('refuses a guest with %s signature', async (_name, signature) => {
    const frames = [init, { _session_ready: true, session_id }];
    expect(await against(frames, { fetchSession: session(signature) })).toBe('proof_invalid');
  });

  test('P-7: waits ten seconds for the first frame and sixty for the session', async () => {
    vi.useFakeTimers();
    try {
      const silent = codeOf(shakeHandsAsHost(ends.host, hostTerms()));
      await vi.advanceTimersByTimeAsync(9_999);
      expect(await Promise.race([silent, 'waiting'])).toBe('waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(await silent).toBe('peer_timeout');

      ends = channelPair();
      const slow = codeOf(shakeHandsAsHost(ends.host, hostTerms()));
      await ends.guest.send(init);
      await vi.advanceTimersByTimeAsync(59_999);
      expect(await Promise.race([slow, 'waiting'])).toBe('waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(await slow).toBe('peer_timeout');
    } finally {
      vi.useRealTimers();
    }
  });
});
