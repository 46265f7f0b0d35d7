import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { manifestFileOf, manifestHashOf } from '../../../shared/bundle/manifest.ts';
import { limits } from '../../../shared/community/limits.ts';
import { ticketText } from '../../../shared/signing/texts.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { proofOf, TestAgent, TestCommunity } from '../../testing/community.ts';
import { changeOf, Listener } from '../../testing/events.ts';
import { postgresUrl } from '../../testing/postgres-url.ts';
import { registerProtocol } from '../../testing/specs.ts';

let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
let other: TestAgent;
let author: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  guest = await community.agent('Guest');
  other = await community.agent('Other');
  author = await community.agent('Author');
});
afterAll(() => community.dispose());

const open = new Set<Listener>();
async function listen(agent: TestAgent, after?: string): Promise<Listener> {
  const listener = await Listener.open(agent, after);
  open.add(listener);
  return listener;
}
afterEach(() => {
  for (const listener of open) listener.close();
  open.clear();
});

let fences = 0;
/** Causes a public event and waits until every listener has received it, and therefore everything before it. */
async function fence(listeners: readonly Listener[]): Promise<void> {
  fences += 1;
  const protocol_id = await registerProtocol(author, `fence${fences}`);
  for (const listener of listeners) {
    await listener.until((events) => events.some(({ data }) => data.includes(protocol_id)));
  }
}

const post = async (extra: object = {}) => {
  const invitation = { ...host.invitation('a'.repeat(64)), ...extra };
  return (await host.call('POST /api/v1/invitations', { body: invitation })).body.post_id as string;
};
const cancel = (post_id: string) => host.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });

test('sends every change to its audience only', async () => {
  const listeners = [await listen(host), await listen(guest), await listen(other)];
  const everyone = [host, guest, other];
  const protocol_id = await registerProtocol(author, 'events', 'game:events');
  const params = { protocol_id };
  const bytes = Buffer.from('<p>hi</p>');
  const file = manifestFileOf('index.html', bytes);
  const manifest_hash = manifestHashOf([file]);
  const post_id = await post();
  const addressed = await post({ for_public_key: guest.public_key });
  const unlisted = await post({ visibility: 'unlisted' });
  const proof = proofOf(host, guest, post_id, 'a'.repeat(64));
  const { session_id } = (await guest.call('POST /api/v1/sessions', { body: proof })).body;
  const session = { params: { session_id } };
  const report = (agent: TestAgent, winner: 'host' | 'guest') =>
    agent.call('POST /api/v1/sessions/{session_id}/result', { ...session, body: { winner } });
  const close = (agent = host) =>
    agent.call('POST /api/v1/sessions/{session_id}/status', { ...session, body: { status: 'closed' } });
  const patch = (agent: TestAgent) => {
    const iroh_ticket = 'another-ticket';
    const text = ticketText({ public_key: host.public_key, iroh_ticket, protocol_id: 'a'.repeat(64) });
    const body = { iroh_ticket, transport_binding_signature: agent.sign(text) };
    return agent.call('PATCH /api/v1/sessions/{session_id}/transport', { ...session, body });
  };
  const governed = { family: 'game:events', status: 'active' as const };
  const finalize = () =>
    author.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });
  const send = (recipient_public_key: string) =>
    other.call('POST /api/v1/inbox', { body: { recipient_public_key, ciphertext: 'aGk=' } });
  const rate = () => guest.call('POST /api/v1/ratings', { body: { session_id, score: 4 } });
  await fence(listeners);
  const posted = ['protocol_registered', 'protocol_governed', 'invitation_posted'];
  const matched = ['invitation_matched', 'protocol_registered'];
  expect(listeners.map(({ types }) => types)).toEqual([
    [
      ...posted,
      'invitation_posted',
      'invitation_posted',
      'invitation_matched',
      'session_created',
      'protocol_registered',
    ],
    [...posted, 'invitation_posted', 'invitation_matched', 'session_created', 'protocol_registered'],
    [...posted, ...matched],
  ]);

  const renew = (id: string) =>
    host.call('POST /api/v1/invitations/{post_id}/renew', { params: { post_id: id }, body: {} });
  /** An action, the event it causes, and the recipients of that event. */
  type Step = [() => Promise<unknown>, object | null, TestAgent[]];
  const steps: Step[] = [
    [() => renew(addressed), { type: 'invitation_renewed', post_id: addressed }, [host, guest]],
    [() => renew(unlisted), { type: 'invitation_renewed', post_id: unlisted }, [host]],
    [() => renew(post_id), null, []],
    [() => cancel(addressed), { type: 'invitation_closed', status: 'cancelled', post_id: addressed }, [host, guest]],
    [() => cancel(addressed), null, []],
    [() => cancel(unlisted), { type: 'invitation_closed', status: 'cancelled', post_id: unlisted }, [host]],
    [() => guest.call('POST /api/v1/sessions', { body: proof }), null, []],
    [() => patch(host), { type: 'session_transport', session_id }, [host, guest]],
    [() => patch(guest), null, []],
    [() => send(guest.public_key), { type: 'message_received', id: expect.any(Number) }, [guest]],
    [() => send('0'.repeat(64)), null, []],
    [
      () => author.call('POST /api/v1/protocols/{protocol_id}/governance', { params, body: governed }),
      { type: 'protocol_governed', protocol_id, status: 'active' },
      everyone,
    ],
    [() => other.call('POST /api/v1/protocols/{protocol_id}/governance', { params, body: governed }), null, []],
    [
      () =>
        author.call('POST /api/v1/protocols/{protocol_id}/ui-batch', {
          params,
          body: {
            manifest_hash,
            manifest: { files: [file] },
            files: [{ ...file, content_base64: bytes.toString('base64') }],
          },
        }),
      null,
      [],
    ],
    [finalize, { type: 'protocol_published', protocol_id, manifest_hash }, everyone],
    [finalize, null, []],
  ];
  const at = new Date(community.now).toISOString();
  const eventsOf = async (act: () => Promise<unknown>) => {
    const before = listeners.map(({ received: events }) => events.length);
    await act();
    await fence(listeners);
    return listeners.map(({ received: events }, i) => events.slice(before[i], -1).map(changeOf));
  };
  const expectEvents = async (expectedSteps: Step[]) => {
    for (const [i, [act, change, recipients]] of expectedSteps.entries()) {
      const expected = everyone.map((agent) => (recipients.includes(agent) ? [{ ...change, at }] : []));
      expect(await eventsOf(act), `step ${i}`).toEqual(expected);
    }
  };
  await expectEvents(steps);
  // One transaction may cause two events.
  const [toHost, toGuest, toOther] = await eventsOf(() => close());
  const closed = { type: 'invitation_closed', at, post_id, status: 'closed' };
  expect(toHost).toEqual([{ type: 'session_status', at, session_id, status: 'closed' }, closed]);
  expect(toGuest).toEqual(toHost);
  expect(toOther).toEqual([closed]);
  expect(await eventsOf(() => close())).toEqual([[], [], []]);
  expect(await eventsOf(() => close(guest))).toEqual([[], [], []]);
  await expectEvents([
    [() => report(guest, 'host'), { type: 'result_reported', session_id, state: 'pending' }, [host, guest]],
    [() => report(guest, 'host'), null, []],
    [() => report(other, 'host'), null, []],
    [() => report(host, 'guest'), { type: 'result_reported', session_id, state: 'disputed' }, [host, guest]],
  ]);
  expect(await eventsOf(rate)).toEqual([[{ type: 'rating_received', at, session_id }], [], []]);
  expect(await eventsOf(rate)).toEqual([[], [], []]);

  const unlistedEvents = await eventsOf(async () => {
    const id = await post({ visibility: 'unlisted' });
    const hiddenProof = proofOf(host, guest, id, 'a'.repeat(64));
    await guest.call('POST /api/v1/sessions', { body: hiddenProof });
  });
  expect(unlistedEvents.map((events) => events.map(({ type }) => type))).toEqual([
    ['invitation_posted', 'invitation_matched', 'session_created'],
    ['session_created'],
    [],
  ]);
  // Events carry ids and states only, neither content nor contact details.
  const texts = listeners.flatMap(({ received: events }) => events.map(({ data }) => data)).join();
  expect(texts).not.toMatch(/ticket|aGk=|signature/);
});

test('the response is an event stream that begins with a retry interval and an id', async () => {
  const listener = await listen(other);
  expect(listener.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(listener.response.headers).not.toHaveProperty('content-encoding');
  await listener.until((events) => events.length > 0);
  expect(listener.rawText).toMatch(/^retry: \d+\n\nid: \d+-\d+\nevent: hello\ndata: \{"type":"hello"\}\n\n$/);
});

test('starts at the present without an id and resumes with one', async () => {
  const first = await listen(guest);
  await first.until((events) => events.length > 0);
  const position = first.received[0]!.id;
  first.close();
  const missed = [await post(), await post()];
  const fresh = await listen(guest);
  const resumed = await listen(guest, position);
  await fence([fresh, resumed]);
  expect(fresh.types).toEqual(['protocol_registered']);
  expect(resumed.types).toEqual(['invitation_posted', 'invitation_posted', 'protocol_registered']);
  // The id of `hello` is the position, so a client can resume even before the first change.
  expect(resumed.received[0]).toMatchObject({ event: 'hello', id: position });
  const last = await listen(guest, resumed.received[1]!.id);
  await last.until((events) => events.length === 3);
  expect(last.received.slice(1)).toEqual(resumed.received.slice(2));
  for (const post_id of missed) await cancel(post_id);
});

test('sends a reset to clients that resume from an expired or unknown position', async () => {
  const before = await listen(guest);
  await fence([before]);
  const [old, edge] = [before.received[0]!.id, before.received[1]!.id];
  before.close();
  community.advance(limits.events_seconds - 1);
  const kept = await listen(guest, edge);
  await fence([kept]);
  expect(kept.types).toEqual(['protocol_registered']);
  community.advance(1);
  const [{ newest }] = await community.sql`SELECT max(event_id) AS newest FROM event`;
  // All but the last event have expired. The last expired one is kept for clients that resume from it.
  await expect.poll(async () => (await community.sql`SELECT event_id FROM event`).length).toBe(2);
  const atEdge = await listen(guest, edge);
  await fence([atEdge]);
  expect(atEdge.types).toEqual(['protocol_registered', 'protocol_registered']);
  for (const position of [old, '0-0', '999999999999999-1', `0-${newest + 1000}`]) {
    const listener = await listen(guest, position);
    await fence([listener]);
    expect(listener.types, position).toEqual(['reset', 'protocol_registered']);
    listener.close();
  }
});

test('rejects a malformed id', async () => {
  for (const id of ['x', '1', '1-', '-1-1', '01-1', '1-1-1', '1-1,1-1', `1-${'9'.repeat(16)}`, '']) {
    await expect(listen(guest, id), id).rejects.toThrow('400 invalid_field');
  }
});

test('rejects an unregistered key', async () => {
  await expect(listen(new TestAgent(community))).rejects.toThrow('403 unregistered_key');
});

test('limits the number of streams per key', async () => {
  const streams = await Promise.all(Array.from({ length: limits.event_streams }, () => listen(other)));
  await expect(listen(other)).rejects.toThrow('429 rate_limited');
  await listen(guest);
  streams[3]!.close();
  await expect.poll(() => listen(other).catch(() => null)).toBeTruthy();
  await expect(listen(other)).rejects.toThrow('429 rate_limited');
});

test.runIf(isLongRun || postgresUrl() === null)(
  'disconnects a slow client, which then loads everything again',
  async () => {
    const slow = await listen(guest);
    await slow.until((events) => events.length > 0);
    slow.response.pause();
    const steady = await listen(host);
    await steady.until((events) => events.length > 0);
    // More than the socket buffers of the system hold; the rest queues up in the service.
    const count = 60_000;
    const data = JSON.stringify({ protocol_id: 'a'.repeat(64), manifest_hash: 'b'.repeat(64) });
    await community.sql`
    INSERT INTO event (type, at, data)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT 'protocol_published', CAST(${community.now} AS bigint), CAST(${data} AS text) FROM n`;
    await steady.until((events) => events.length > count);
    slow.response.resume();
    expect(await slow.ended).toBe('cut');
    expect(slow.received.length).toBeLessThan(count);

    const resumed = await listen(guest, slow.received.at(-1)!.id);
    await fence([resumed]);
    expect(resumed.types).toEqual(['reset', 'protocol_registered']);
  },
);

test.skipIf(postgresUrl() === null)('deletes rows with transaction ids from another server', async () => {
  const { length } = await community.sql`SELECT event_id FROM event`;
  await community.sql`INSERT INTO event (tx, type, at, data) VALUES (900000000000000, 'begun', 0, '{}')`;
  await community.stop();
  await community.start();
  const listener = await listen(host);
  await fence([listener]);
  expect(await community.sql`SELECT event_id FROM event`).toHaveLength(length + 1);
});

test('ends streams when the service stops; clients resume afterwards', async () => {
  const streams = [await listen(host), await listen(guest)];
  await community.stop();
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['end', 'end']);
  await community.start();
  const position = streams[0]!.received.at(-1)!.id;
  const post_id = await post();
  const resumed = await listen(host, position);
  await resumed.until((events) => events.some(({ data }) => data.includes(post_id)));
  expect(resumed.types).not.toContain('reset');
});

test('a process without a free stream says so, counts it, and logs no error', async () => {
  const lines: string[] = [];
  const full = await TestCommunity.start({ eventStreams: 2, metricsPort: 0 });
  await full.stop();
  await full.start({ log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) });
  try {
    const agents = [await full.agent('A'), await full.agent('B'), await full.agent('C')] as const;
    const first = await listen(agents[0]);
    await listen(agents[1]);
    expect(await agents[2].call('GET /api/v1/events')).toMatchObject({
      status: 503,
      code: 'service_busy',
      body: { retry_after: 5 },
      headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
    });
    const metrics = await (await fetch(full.metricsUrl!)).text();
    expect(metrics).toMatch(/^parlor_event_streams 2$/m);
    expect(metrics).toMatch(/^parlor_event_streams_max 2$/m);
    expect(lines).toEqual([]);
    first.close();
    await expect.poll(() => listen(agents[2]).catch(() => null)).not.toBeNull();
  } finally {
    await full.dispose();
  }
});
