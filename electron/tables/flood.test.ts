/** Peers that flood the other side with every kind of line in every state of a table, over real iroh and a real community. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBackground } from '../../shared/background.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { LruCache } from '../../shared/lru-cache.ts';
import { budgets } from '../../shared/tables/budgets.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { RecordLine } from '../../shared/tables/record.ts';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { residentMemory } from '../../shared/testing/processes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { Channel } from '../p2p/channel.ts';
import { openRawPeer, type RawPeer } from '../p2p/testing/raw-peer.ts';
import { shakeHandsAsHost } from './joining/handshake.ts';
import { type Service, startTestService } from './testing/community.ts';
import { connectHostileGuest, type HostileGuest } from './testing/hostile-guest.ts';
import { type TestSeat, takeSeat } from './testing/seat.ts';

const dir = temporaryFolder();
let service: Service;
/** The attacked host, an innocent guest at another of its tables, and the attacker. */
let ada: TestSeat;
let grace: TestSeat;
let mallory: TestSeat;
let network: RawPeer;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  ada = await takeSeat(service.url, join(dir, 'ada'), 'ada');
  grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library });
  mallory = await takeSeat(service.url, join(dir, 'mallory'), 'mallory', { published: ada.library });
  network = await openRawPeer();
});
afterAll(async () => {
  await network.close();
  await Promise.all([ada.dispose(), grace.dispose(), mallory.dispose()]);
  await service.dispose();
});

const lineOf = (frame: object) => `${JSON.stringify(frame)}\n`;
const { systemFrames, frame } = budgets;

/** Each kind with the codes that its table may end with. */
const kinds: [string, string | number[], string[]][] = [
  ['pongs', lineOf({ _sys: 'pong', probe_id: 'a' }), ['peer_flooded']],
  ['pings', lineOf({ _sys: 'ping', probe_id: 'a' }), ['peer_flooded']],
  ['receipts', lineOf({ _sys: 'received', count: 0 }), ['peer_flooded']],
  ['remarks', lineOf({ _sys: 'remark', number: 1, phrase: 'hello' }), ['peer_flooded']],
  ['unknown system frames', lineOf({ _sys: { any: ['thing'] } }), ['peer_flooded']],
  ['long system frames', lineOf({ _sys: 'pong', padding: 'x'.repeat(systemFrames.bytes) }), ['peer_flooded']],
  ['confirmations of a concession', lineOf({ _sys: 'conceded' }), ['peer_flooded']],
  ['told ends', lineOf({ _sys: 'over', winner: null, padding: 'x'.repeat(60_000) }), ['peer_flooded']],
  ['messages out of turn', lineOf({ action: 'join', best_of: 3 }), ['out_of_turn']],
  ['invalid messages', lineOf({ action: 'x'.repeat(60_000) }), ['message_invalid']],
  ['frames without an action', lineOf({ a: 1 }), ['frame_invalid', 'out_of_turn']],
  ['handshakes', lineOf({ _session_init: true, session_nonce: 'f'.repeat(16) }), ['frame_invalid', 'out_of_turn']],
  ['empty lines', '\n', ['frame_invalid']],
  ['long lines', `{"a":"${'x'.repeat(frame.bytes)}"}\n`, ['frame_too_large']],
  ['many values', `{"a":[${Array(frame.values).fill(0)}]}\n`, ['frame_invalid']],
  ['deep nesting', `{"a":${'['.repeat(20_000)}\n`, ['frame_invalid']],
  ['bytes that are not text', [0x7b, 0xff, 0x7d, 0x0a], ['frame_invalid']],
];

/** For what does not depend on what ends the table. */
const someKinds = sampled(kinds, 6);

/** The states in which a table is flooded: whose turn it is, and how many messages of the guest led to them. */
const states: [string, ControlMode, (guest: HostileGuest) => Promise<unknown>, number][] = [
  ['before the first message', 'autonomous', async () => {}, 0],
  ['while the host waits for a move', 'autonomous', (guest) => play(guest), 1],
  ['while the host is to move', 'human', async (guest) => guest.channel.send({ action: 'join', best_of: 3 }), 1],
];

async function play(guest: HostileGuest) {
  await guest.channel.send({ action: 'join', best_of: 3 });
  await guest.readUntil('commit');
}

async function seatHostileGuest(control_mode: ControlMode): Promise<{ guest: HostileGuest; table_id: string }> {
  const hosted = await ada.tables.host({ control_mode, protocol_id: ada.protocol('rock-paper-scissors') });
  const guest = await connectHostileGuest(hosted, mallory, network);
  await guest.shakeHands();
  return { guest, table_id: (await hosted.table)!.table_id };
}

/** Floods a table of Ada's until it has ended. Returns its problem and the entries of its record. */
async function floodTable([, line, codes]: (typeof kinds)[number], [, control_mode, reach]: (typeof states)[number]) {
  const { guest, table_id } = await seatHostileGuest(control_mode);
  await reach(guest);
  await guest.flood(line, 100_000);
  const { phase, result, problem } = await ada.ended(table_id);
  expect({ phase, result }).toEqual({ phase: 'failed', result: null });
  expect(codes).toContain(problem?.code);
  guest.leave();
  return { problem, entries: await recordOf('ada', table_id) };
}

async function recordOf(name: string, table_id: string): Promise<RecordLine['entry'][]> {
  const text = await readFile(join(dir, name, 'tables', table_id, 'record.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as RecordLine).entry);
}

const sizeOf = async (table_id: string, file: string) => (await stat(join(dir, 'ada/tables', table_id, file))).size;

/** Of a kind; short runs take them in turn. */
const statesOf = (kind: (typeof kinds)[number]) =>
  isLongRun ? states : [states[kinds.indexOf(kind) % states.length]!];

test.each(sampled(kinds, 2).map((kind) => [kind[0], kind] as const))(
  '%s end a table in every state, and leave nothing behind',
  async (_name, kind) => {
    for (const state of statesOf(kind)) {
      const { entries, problem } = await floodTable(kind, state);
      const received = entries.filter(({ direction }) => direction === 'received');
      // The messages that led to the state, and at most a valid one before the one that ended it.
      const isPlaying = ['out_of_turn', 'message_invalid', 'frame_invalid'].includes(problem!.code);
      expect(received.length - state[3]).toBeLessThanOrEqual(isPlaying ? 2 : 0);
      expect(entries.filter(({ kind }) => ['event', 'compared', 'warning'].includes(String(kind)))).toEqual([]);
      expect(entries.at(-1)).toMatchObject({ kind: 'end', completed: false });
    }
  },
);

test('floods before and during the handshake leave the table to the next guest', async () => {
  const hosted = await ada.tables.host({
    control_mode: 'autonomous',
    protocol_id: ada.protocol('rock-paper-scissors'),
  });
  const init = { _session_init: true, guest_public_key: mallory.signer.publicKey, guest_control_mode: 'human' };
  for (const [index, [, line]] of someKinds.entries()) {
    const silent = await connectHostileGuest(hosted, mallory, network);
    await silent.flood(line, 100_000);
    silent.leave();
    const started = await connectHostileGuest(hosted, mallory, network);
    await started.channel.send({ ...init, session_nonce: index.toString(16).padStart(16, '0') });
    expect(await started.channel.receive({ timeoutMs: 15_000 })).toMatchObject({ _session_proof: true });
    await started.flood(line, 100_000);
    started.leave();
  }
  const table = await grace.ended(await grace.tables.join(hosted.post_id, { control_mode: 'autonomous' }));
  expect(table).toMatchObject({ phase: 'finished', problem: null });
  await hosted.ended;
});

/** A table of Mallory's with Grace as its guest, and the channel to her. */
async function hostGrace(): Promise<{ channel: Channel; table_id: string }> {
  const protocol_id = mallory.protocol('rock-paper-scissors');
  const listener = await mallory.transport.listen();
  const iroh_ticket = listener.ticket;
  const transport_binding_signature = mallory.signer.signTicket({ iroh_ticket, protocol_id });
  const invitation = { protocol_id, iroh_ticket, transport_binding_signature, options: { best_of: 3 } };
  const { post_id } = (await mallory.client.call('POST /api/v1/invitations', { body: invitation })).body;
  const table_id = await grace.tables.join(post_id, { control_mode: 'human' });
  const channel = (await listener.accept())!;
  await shakeHandsAsHost(channel, {
    player: {
      public_key: mallory.signer.publicKey,
      control_mode: 'human',
      signSession: (parts) => mallory.signer.signSession(parts),
    },
    post_id,
    protocol_id,
    options: invitation.options,
    usedNonces: new LruCache(1),
    fetchSession: async (session_id) =>
      (await mallory.client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body,
  });
  return { channel, table_id };
}

const hostFloods: [string, JsonObject, string][] = [
  ['pings', { _sys: 'ping', probe_id: 'a' }, 'peer_flooded'],
  ['pongs', { _sys: 'pong', probe_id: 'a' }, 'peer_flooded'],
  ['confirmations of a concession', { _sys: 'conceded' }, 'peer_flooded'],
  ['messages out of turn', { action: 'end' }, 'out_of_turn'],
];
test.each(sampled(hostFloods, 3))('a host that floods its guest with %s ends the table', async (_name, frame, code) => {
  const { channel, table_id } = await hostGrace();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const flood = async () => {
    for (let number = 0; number < 20_000; number += 1) await channel.send(frame);
  };
  inBackground(
    'flood',
    flood().catch(() => resolve()),
  );
  expect((await grace.ended(table_id)).problem?.code).toBe(code);
  await ended;
});

test('heartbeats within their budget leave nothing in record and log', async () => {
  const { guest, table_id } = await seatHostileGuest('human');
  await guest.channel.send({ action: 'join', best_of: 3 });
  await guest.readUntil('ready');
  await ada.until(table_id, ({ ask }) => ask !== null);
  const sizes = async () => [await sizeOf(table_id, 'record.jsonl'), await sizeOf(table_id, 'resume.sealed')];
  const answer = async (probe_id: string) => {
    while ((await guest.channel.receive({ timeoutMs: 15_000 }))?.probe_id !== probe_id);
  };
  // The second one is read once everything before the first is on disk.
  for (const probe_id of ['first', 'second']) {
    await guest.channel.send({ _sys: 'ping', probe_id });
    await answer(probe_id);
  }
  const before = await sizes();
  for (let ping = 0; ping < systemFrames.burst - 2; ping += 1) {
    const kind = ['ping', 'pong', 'received'][ping % 3]!;
    await guest.channel.send({ _sys: kind, probe_id: `p${ping}`, count: 0 });
  }
  // The answer to the last ping shows that all of them were read.
  await answer(`p${systemFrames.burst - 3}`);
  expect(await sizes()).toEqual(before);
  expect(await ada.tables.get(table_id)).toMatchObject({ phase: 'playing' });
  guest.leave();
  await ada.tables.resign(table_id);
});

test('a flood at one table leaves the others of its process connected, with nothing in their records', async () => {
  const hosted = await ada.tables.host({ control_mode: 'human', protocol_id: ada.protocol('rock-paper-scissors') });
  const innocent = await grace.tables.join(hosted.post_id, { control_mode: 'human' });
  await grace.until(innocent, ({ ask }) => ask !== null);
  const { table_id } = (await hosted.table)!;
  for (const kind of someKinds) await floodTable(kind, states[1]!);
  for (const [name, id, seat] of [
    ['ada', table_id, ada],
    ['grace', innocent, grace],
  ] as const) {
    expect(await seat.tables.get(id)).toMatchObject({ phase: 'playing', connection: { kind: 'direct' } });
    expect((await recordOf(name, id)).filter(({ kind }) => ['event', 'compared'].includes(String(kind)))).toEqual([]);
  }
  await grace.tables.resign(innocent);
  await hosted.ended;
});

/** Bytes of all files below a folder. */
async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Native handles of closed connections are only released when they are collected, which their small size doesn't cause. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let pass = 0; pass < 4; pass += 1) {
    collect();
    await sleep(250);
  }
}

/** What an ended table may take: the record, its views and the snapshot on disk; its row in lists, and what allocators retain. */
const tableBytes = { disk: 64 * 1024, memory: 512 * 1024 };
const floodMinutes = 5;

test.runIf(isLongRun && process.platform === 'linux')(
  'minutes of floods leave memory and disk flat',
  { timeout: 1_800_000 },
  async () => {
    const until = performance.now() + floodMinutes * 60_000;
    const tables = kinds.length * states.length;
    const measure = async () => {
      await collectGarbage();
      return { memory: residentMemory(process.pid)!, disk: await bytesBelow(join(dir, 'ada')) };
    };
    const rounds = [await measure()];
    while (performance.now() < until) {
      for (const kind of kinds) for (const state of states) await floodTable(kind, state);
      rounds.push(await measure());
    }
    // The first rounds fill caches and pools, as the first games do.
    const settled = rounds.slice(Math.floor(rounds.length / 2));
    const perTable = (key: 'memory' | 'disk') =>
      (settled.at(-1)![key] - settled[0]![key]) / (settled.length - 1) / tables;
    const text = rounds.map(({ memory, disk }) => `${memory >> 20}/${disk >> 20}`).join(', ');
    console.info(`MiB of memory and disk by round of ${tables} tables: ${text}`);
    expect(perTable('memory')).toBeLessThan(tableBytes.memory);
    expect(perTable('disk')).toBeLessThan(tableBytes.disk);
  },
);
