/** The lobby with more invitations than fit on a page: a real community, its event stream, and counted requests. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import { protocolRegistrationBody, specOf } from '../../service/testing/specs.ts';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { ParlorError } from '../../shared/errors.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { createCommunityClient } from '../community/client.ts';
import { openEventStream } from '../community/event-stream.ts';
import { createPeople, type People } from '../community/people.ts';
import { holdKey } from '../identity/signer.ts';
import { defaultResourcesDir } from '../installation.ts';
import { type Library, openLibrary } from '../library/library.ts';
import { createTransport } from '../p2p/iroh-transport.ts';
import { createLobby, type LobbyStore } from './lobby.ts';

let community: TestCommunity;
let host: TestAgent;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  community = await TestCommunity.start();
  closers.push(() => community.dispose());
  community.now = Date.now();
  host = await community.agent('Host');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const post = async (agent: TestAgent): Promise<string> =>
  (await agent.call('POST /api/v1/invitations', { body: agent.invitation('a'.repeat(64)) })).body.post_id;
const params = (post_id: string) => ({ params: { post_id } });

/** Inserts copies of one invitation, each a little older, directly into the database. */
async function insertCopies(count: number): Promise<void> {
  const from = await post(host);
  const rows = Array.from({ length: count }, (_, i) => `, ${i + 1})${i + 1 < count ? ', (' : ''}`);
  const same = `host_id, protocol_id, type, message, tags, options, iroh_ticket, transport_info, transport_binding_signature,
    host_control_mode, visibility, for_public_key, ttl_seconds, status, updated_at, expires_at`;
  rows[count - 1] += `) AS copy WHERE post_id = '${from}'`;
  const insert = `INSERT INTO invitation (post_id, created_at, ${same})
    SELECT copy.column1, created_at - copy.column2, ${same} FROM invitation, (VALUES (`;
  await community.sql([insert, ...rows], ...rows.map(() => randomUUID()));
}

interface Opened {
  lobby: LobbyStore;
  library: Library;
  people: People;
  /** Routes requested since this was last emptied. */
  requests: string[];
  emit(event: CommunityEvent): void;
  /** Lets this many more requests succeed, then fails all others until it is called with null. */
  fail(after: number | null): void;
}

async function openLobby({ isStarted } = { isStarted: true }): Promise<Opened> {
  const guest = await community.agent('Guest');
  const { signer } = holdKey(new Uint8Array(guest.seed));
  const client = createCommunityClient({ url: () => community.url, signer });
  const live = openEventStream(client);
  const listeners: ((event: CommunityEvent) => void)[] = [];
  const requests: string[] = [];
  let requestsLeft: number | null = null;
  const people = createPeople(client);
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: community.dataDir });
  const lobby = createLobby({
    client: {
      ...client,
      call: ((...args: Parameters<typeof client.call>) => {
        requests.push(args[0]);
        if (requestsLeft !== null && requestsLeft-- <= 0) throw new ParlorError('community_unreachable', 'Not now.');
        return client.call(...args);
      }) as typeof client.call,
    },
    eventStream: {
      ...live,
      onEvent(listener) {
        listeners.push(listener);
        return live.onEvent(listener);
      },
    },
    people,
    library,
    ownKey: guest.public_key,
    rating: () => 1200,
    onChange: () => {},
  });
  closers.push(() => {
    lobby.dispose();
    live.dispose();
  });
  if (isStarted) lobby.start();
  live.start();
  return {
    lobby,
    library,
    people,
    requests,
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    fail(after) {
      requestsLeft = after;
    },
  };
}

/** Reads the way a window does: everything page by page, then only changes. */
function reader(lobby: LobbyStore) {
  const shown = new Map<string, LobbyEntry>();
  let after = 0;
  return () => {
    let count = 0;
    for (let more = true; more; ) {
      const page = lobby.changes(after);
      if (page.reset) shown.clear();
      for (const post_id of page.gone) shown.delete(post_id);
      for (const entry of page.entries) shown.set(entry.post_id, entry);
      count += page.gone.length + page.entries.length;
      [after, more] = [page.seq, page.more];
    }
    return { count, ids: [...shown.keys()].sort() };
  };
}
const idsOf = ({ entries }: LobbyStore) => entries.map(({ post_id }) => post_id).sort();

it('lists every invitation, requests only changes, and passes on only those', async () => {
  await insertCopies(1_249);
  const { lobby, requests } = await openLobby();
  await expect.poll(() => lobby.changes(0)).toMatchObject({ status: 'live', complete: true });
  expect(lobby.entries).toHaveLength(1_250);
  expect(requests).toHaveLength(13);
  const read = reader(lobby);
  expect(read()).toEqual({ count: 1_250, ids: idsOf(lobby) });
  expect(lobby.changes(0)).toMatchObject({ more: true, entries: { length: 200 } });

  requests.length = 0;
  const other = await community.agent('Other');
  const added = await post(other);
  await expect.poll(() => idsOf(lobby)).toContain(added);
  expect(requests).toEqual(['GET /api/v1/invitations']);
  expect(read()).toMatchObject({ count: 1, ids: { length: 1_251 } });

  const expiry = () => lobby.entries.find(({ post_id }) => post_id === added)?.expires_at ?? 0;
  const before = expiry();
  community.advance(60);
  await other.call('POST /api/v1/invitations/{post_id}/renew', { ...params(added), body: {} });
  await expect.poll(expiry).toBe(before + 60_000);
  await other.call('DELETE /api/v1/invitations/{post_id}', params(added));
  await expect.poll(() => idsOf(lobby)).not.toContain(added);
  expect(requests).toHaveLength(1);
  expect(read()).toEqual({ count: 1, ids: idsOf(lobby) });
});

it('reloads everything after a reset and drops invitations that have disappeared', async () => {
  await insertCopies(149);
  const { lobby, emit } = await openLobby();
  await expect.poll(() => lobby.entries.length).toBe(150);
  const read = reader(lobby);
  read();
  const [lost = ''] = idsOf(lobby);
  await community.sql`UPDATE invitation SET status = ${'expired'} WHERE post_id = ${lost}`;
  emit({ type: 'reset' });
  await expect.poll(() => lobby.entries.length).toBe(149);
  expect(read()).toEqual({ count: 1, ids: idsOf(lobby) });
});

it('goes on after a row that cannot be shown', async () => {
  await post(host);
  const { lobby, people } = await openLobby();
  await expect.poll(() => lobby.entries.length).toBe(1);
  const { isBlocked } = people;
  people.isBlocked = () => {
    throw new Error('broken');
  };
  lobby.redraw();
  await post(host);
  await expect.poll(() => lobby.changes(0)).toMatchObject({ status: 'live' });
  people.isBlocked = isBlocked;
  lobby.redraw();
  await expect.poll(() => lobby.entries.length).toBe(2);
});

it('reports an incomplete list as incomplete', async () => {
  await insertCopies(249);
  const { lobby, fail } = await openLobby();
  fail(2);
  await expect.poll(() => lobby.changes(0)).toMatchObject({ status: 'offline', complete: false });
  expect(lobby.changes(0).problem?.code).toBe('community_unreachable');
  expect(lobby.entries).toHaveLength(200);
  fail(null);
  lobby.refresh();
  await expect.poll(() => lobby.changes(0)).toMatchObject({ status: 'live', complete: true, problem: null });
  expect(lobby.entries).toHaveLength(250);
});

it('is offline no longer than its community, also if no list is loaded', async () => {
  const { lobby } = await openLobby({ isStarted: false });
  lobby.markOffline({ code: 'database_unavailable', message: 'Not available.' });
  expect(lobby.problem?.code).toBe('database_unavailable');
  lobby.refresh();
  expect(lobby.problem).toBeNull();
  expect(lobby.changes(0)).toMatchObject({ status: 'loading', problem: null });
});

it('says of a game that can’t be played here why, before anyone tries to join', async () => {
  const author = await community.agent('Author');
  const transport = createTransport({ reach: 'loopback' });
  closers.push(() => transport.close());
  const { ticket } = await transport.listen();
  const invite = async (spec: object) => {
    const specText = JSON.stringify(spec);
    const target = '/api/v1/protocols';
    expect(await author.send({ method: 'POST', target, body: protocolRegistrationBody(specText) })).toMatchObject({
      status: 201,
    });
    const { body } = await author.call('POST /api/v1/invitations', {
      body: author.invitation(protocolIdOf(specText), ticket),
    });
    return body.post_id;
  };
  const spec = specOf('step');
  const join = {
    name: 'join',
    direction: 'guest_to_host',
    fields: {
      action: { type: 'enum', required: true, values: ['join'] },
      hero: { type: 'id', required: true },
    },
  };
  const playable = await invite(spec);
  const unsupported = await invite({ ...spec, name: 'deal', flow: { mode: 'mental_poker' } });
  const notByHand = await invite({ ...spec, name: 'duel', messages: [...spec.messages, join] });
  const { lobby, library } = await openLobby();
  const refusalOf = async (post_id: string) => (await lobby.inspect(post_id)).refusal?.code ?? null;
  expect(await refusalOf(playable)).toBeNull();
  expect(await refusalOf(unsupported)).toBe('mode_unsupported');
  expect(await refusalOf(notByHand)).toBe('hooks_missing');

  // A hooks file that the user copies into the folder is found the next time the table is opened; its row changes too.
  const rowRefusal = () => lobby.entries.find(({ post_id }) => post_id === notByHand)?.refusal?.code ?? null;
  await expect.poll(rowRefusal).toBe('hooks_missing');
  const own = library.get((await lobby.inspect(notByHand)).protocol_id)!;
  await writeFile(joinPath(library.folderOf(own), 'hooks.js'), 'export const handle = (state) => ({ state });');
  expect(await refusalOf(notByHand)).toBeNull();
  expect(rowRefusal()).toBeNull();
});
