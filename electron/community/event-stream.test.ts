/** The live stream and the lobby with a real community that restarts. */
import { afterEach, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import type { LobbyStatus } from '../../shared/bridge/contract.ts';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { startHttpServer } from '../../shared/testing/http-server.ts';
import { holdKey } from '../identity/signer.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openLibrary } from '../library/library.ts';
import { createLobby } from '../lobby/lobby.ts';
import { createCommunityClient } from './client.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { createPeople } from './people.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function realCommunity(): Promise<TestCommunity> {
  const community = await TestCommunity.start();
  closers.push(() => community.dispose());
  community.now = Date.now();
  return community;
}

function clientOf(community: TestCommunity, agent: TestAgent) {
  const { signer } = holdKey(new Uint8Array(agent.seed));
  return createCommunityClient({ url: () => community.url, signer });
}

function startStream(client: ReturnType<typeof createCommunityClient>): {
  live: EventStream;
  events: CommunityEvent[];
} {
  const live = openEventStream(client);
  closers.push(() => live.dispose());
  const events: CommunityEvent[] = [];
  live.onEvent((event) => events.push(event));
  live.start();
  return { live, events };
}

const post = async (agent: TestAgent): Promise<string> =>
  (await agent.call('POST /api/v1/invitations', { body: agent.invitation('a'.repeat(64)) })).body.post_id;
const cancel = (agent: TestAgent, post_id: string) =>
  agent.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
const postIdsOf = (events: CommunityEvent[]) => events.flatMap((event) => ('post_id' in event ? [event.post_id] : []));

it('delivers every event once, in order, across a restart of the community', async () => {
  const community = await realCommunity();
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const { live, events } = startStream(clientOf(community, guest));
  await expect.poll(() => events).toEqual([{ type: 'hello' }, { type: 'reset' }]);
  const posts = [await post(host), await post(host)];
  await expect.poll(() => postIdsOf(events)).toEqual(posts);

  // The community returns on another port, and events occur before the client reconnects.
  await community.stop();
  await community.start();
  posts.push(await post(host), await post(host));
  live.retry();
  await expect.poll(() => postIdsOf(events)).toEqual(posts);
  expect(events.filter(({ type }) => type === 'reset')).toHaveLength(1);
});

it('emits a reset for changes before the first stream was open', async () => {
  const community = await realCommunity();
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const client = clientOf(community, guest);
  const gate = Promise.withResolvers<void>();
  const delayed: typeof client = {
    ...client,
    async *events(options) {
      await gate.promise;
      yield* client.events(options);
    },
  };
  const { events } = startStream(delayed);
  const missed = await post(host);
  gate.resolve();
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['hello', 'reset']);
  expect(postIdsOf(events)).not.toContain(missed);
});

it('resumes after the last complete event, and forwards a reset', async () => {
  const lastEventIds: (string | undefined)[] = [];
  const streams = [
    'id: 0-1\nevent: hello\ndata: {"type":"hello"}\n\nid: 0-2\nevent: reset\ndata: {"type":"reset"}\n\nid: 0-3\nevent: he',
    'id: 7-9\nevent: reset\ndata: {"type":"reset"}\n\n',
  ];
  const server = await startHttpServer((request, response) => {
    lastEventIds.push(request.headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(streams[lastEventIds.length - 1] ?? ':\n\n');
    if (lastEventIds.length < 3) setImmediate(() => response.destroy());
  });
  closers.push(server.close);
  const { signer } = holdKey(new Uint8Array(32).fill(7));
  const { events } = startStream(createCommunityClient({ url: () => server.url, signer }));
  await expect.poll(() => lastEventIds).toEqual([undefined, '0-2', '7-9']);
  expect(events.map(({ type }) => type)).toEqual(['hello', 'reset', 'reset', 'reset']);
});

it('updates the lobby without polling', async () => {
  const community = await realCommunity();
  const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
  const client = clientOf(community, guest);
  const live = openEventStream(client);
  const people = createPeople(client);
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: community.dataDir });
  let requestCount = 0;
  const countingClient = {
    ...client,
    call: ((...args: Parameters<typeof client.call>) => {
      requestCount += 1;
      return client.call(...args);
    }) as typeof client.call,
  };
  let shown: LobbyStatus | null = null;
  const lobby = createLobby({
    ...{ client: countingClient, eventStream: live, people, library, ownKey: guest.public_key, rating: () => 1200 },
    onChange: (next) => {
      shown = next;
    },
  });
  closers.push(() => {
    lobby.dispose();
    live.dispose();
  });
  const shownIds = () => lobby.entries.map(({ post_id }) => post_id).sort();
  lobby.start();
  live.start();
  await expect.poll(() => shown?.status).toBe('live');
  const first = await post(host);
  await expect.poll(shownIds).toEqual([first]);
  // A burst of events is read in few requests.
  requestCount = 0;
  const many = await Promise.all(Array.from({ length: 40 }, () => post(host)));
  await expect.poll(shownIds).toEqual([first, ...many].sort());
  expect(requestCount).toBeLessThan(40);
  for (const post_id of many) await cancel(host, post_id);
  await expect.poll(shownIds).toEqual([first]);
});
