import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Endpoint, EndpointTicket, presetMinimal, RelayMode } from '@number0/iroh';
import { nodeLauncher } from '../electron/hooks/node-launcher.ts';
import type { Channel, Transport } from '../electron/p2p/channel.ts';
import { createTransport } from '../electron/p2p/iroh.ts';
import { numbersOf } from '../electron/p2p/iroh-channel.ts';
import { offerOf, takeBoard } from '../electron/tables/board-transfer.ts';
import { validateMessage } from '../shared/protocol/message.ts';
import { readSpec } from '../shared/protocol/spec.ts';
import { benchBoard, chunkBytes, hooksPath, specPath } from './p2p-table.ts';
import { type Goal, median, printGoals, printTable, quantile } from './table.ts';

const passes = 5;
/** Raw and framed turns take short turns with each other, so that a drift of the machine falls on both. */
const blocks = 20;
const blockTurns = 100;
const transfers = 9;
const tables = 50;
/** Fifty people who move twice a second are a lively evening. */
const paceMs = 500;
const pacedTurns = 8;
const rounds = 3;
const hookCalls = 200;

const { spec } = readSpec(readFileSync(specPath, 'utf8'));
const frameOf = (turn: number) => ({ action: 'move', turn: 1_000 + turn, col: 3 });

/** What a table costs over a raw stream of iroh, against that stream in the same run. */
export async function benchP2p(): Promise<boolean> {
  const peer = spawn(process.execPath, [fileURLToPath(new URL('./p2p-peer.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const transport = createTransport({ preset: 'loopback' });
  try {
    const [line] = (await once(peer.stdout, 'data')) as [Buffer];
    const [rawTicket, ticket] = JSON.parse(line.toString()) as [string, string];
    const raw = await rawStream(rawTicket);
    const channel = await transport.dial(ticket);
    const goals = [
      await benchTurns(raw, channel),
      await benchBoards(raw, channel),
      await benchTables(transport, ticket),
    ];
    await benchHooks();
    await raw.close();
    return printGoals(goals);
  } finally {
    await transport.close();
    peer.kill('SIGKILL');
  }
}

type Raw = Awaited<ReturnType<typeof rawStream>>;

/** One turn of a table: checked, sent, answered, parsed, checked again; the other side checks both ways too. */
async function play(channel: Channel, turn: number): Promise<void> {
  const frame = frameOf(turn);
  if (validateMessage(spec, frame, 'guest_to_host').length > 0) throw new Error('The frame breaks its protocol.');
  await channel.send(frame);
  const answer = await channel.receive();
  if (answer?.turn !== frame.turn) throw new Error('The peer lost a turn.');
  if (validateMessage(spec, answer, 'guest_to_host').length > 0) throw new Error('The answer breaks its protocol.');
}

async function benchTurns(raw: Raw, channel: Channel): Promise<Goal> {
  const rows: (string | number)[][] = [];
  const ratios: number[] = [];
  // The first pass warms up both ends and is thrown away.
  for (let pass = 0; pass <= passes; pass++) {
    const rawTimes: number[] = [];
    const times: number[] = [];
    for (let block = 0; block < blocks; block++) {
      for (let turn = 0; turn < blockTurns; turn++) rawTimes.push(await timed(raw.turn));
      for (let turn = 0; turn < blockTurns; turn++) times.push(await timed(() => play(channel, turn)));
    }
    if (pass === 0) continue;
    const ratio = median(times) / median(rawTimes);
    ratios.push(ratio);
    const columns = [rawTimes, times].flatMap((each) => [median(each), quantile(each, 0.99)]);
    rows.push([`pass ${pass}`, ...columns, ratio.toFixed(2)]);
  }
  printTable(
    `p2p: ${blocks * blockTurns} turns a pass between two processes over loopback, milliseconds`,
    ['', 'raw p50', 'raw p99', 'turn p50', 'turn p99', 'ratio p50'],
    rows,
  );
  return { what: 'JSON turn with validation over iroh, p50 against raw echo', ratio: median(ratios), atMost: 1.2 };
}

/** A board of one MiB, verified, against as many bytes as it takes on the wire. */
async function benchBoards(raw: Raw, channel: Channel): Promise<Goal> {
  const board = benchBoard();
  const offer = offerOf(board);
  const wireBytes = [...board.files.values()].reduce(
    (sum, { bytes }) => sum + Math.ceil(bytes.length / 3) * 4 + 220,
    0,
  );
  const rawTimes: number[] = [];
  const times: number[] = [];
  for (let transfer = -2; transfer < transfers; transfer++) {
    const [rawMs, ms] = [
      await timed(() => raw.fetch(wireBytes)),
      await timed(() => takeBoard(channel, offer, 'bench')),
    ];
    if (transfer < 0) continue;
    rawTimes.push(rawMs);
    times.push(ms);
  }
  printTable(
    `p2p: a board of 1 MiB (${wireBytes} bytes on the wire, chunks of ${chunkBytes}), ${transfers} times, milliseconds`,
    ['', 'p50', 'slowest'],
    [
      ['raw bytes', median(rawTimes), Math.max(...rawTimes)],
      ['board, verified', median(times), Math.max(...times)],
    ],
  );
  return { what: 'board transfer, speed against raw bytes', ratio: median(rawTimes) / median(times), atLeast: 0.8 };
}

/** Tables of one process at once, each moving at a person's pace, against one of them alone. */
async function benchTables(transport: Transport, ticket: string): Promise<Goal> {
  const channels: Channel[] = [];
  for (let table = 0; table < tables; table++) {
    const channel = await transport.dial(ticket);
    await play(channel, 0);
    channels.push(channel);
  }
  const run = async (some: Channel[]) => {
    const times: number[] = [];
    await Promise.all(
      some.map(async (channel, index) => {
        await pause((paceMs * index) / some.length);
        for (let turn = 0; turn < pacedTurns; turn++) {
          times.push(await timed(() => play(channel, turn)));
          await pause(paceMs);
        }
      }),
    );
    return times;
  };
  const rows: (string | number)[][] = [];
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const [alone, together] = [await run(channels.slice(0, 1)), await run(channels)];
    const ratio = quantile(together, 0.99) / median(alone);
    ratios.push(ratio);
    rows.push([`round ${round}`, median(alone), median(together), quantile(together, 0.99), ratio.toFixed(2)]);
  }
  printTable(
    `p2p: a turn every ${paceMs} ms at each table, milliseconds`,
    ['', '1 table p50', `${tables} tables p50`, `${tables} tables p99`, 'ratio'],
    rows,
  );
  await Promise.all(channels.map((channel) => channel.close()));
  return {
    what: `turn at ${tables} tables at once, p99 against one table's p50`,
    ratio: median(ratios),
    atMost: 5,
  };
}

/** What the hooks add to a turn: two calls, to take in the peer's message and to draw the view. */
async function benchHooks(): Promise<void> {
  const host = await nodeLauncher()(readFileSync(hooksPath, 'utf8'), { seed: 'bench' });
  try {
    const state = await host.call('init', [{ role: 'host', control_mode: 'human', options: {}, manner: null }]);
    const calls = { view: [state], handle: [state, { action: 'move', turn: 1, col: 3 }] } as const;
    const rows: (string | number)[][] = [];
    for (const method of ['view', 'handle'] as const) {
      const times: number[] = [];
      for (let call = -20; call < hookCalls; call++) {
        const ms = await timed(() => host.call(method, [...calls[method]]));
        if (call >= 0) times.push(ms);
      }
      rows.push([method, median(times), quantile(times, 0.99)]);
    }
    printTable(`p2p: ${hookCalls} hook calls each in their sandboxed process, milliseconds`, ['', 'p50', 'p99'], rows);
  } finally {
    await host.dispose();
  }
}

async function rawStream(ticket: string) {
  const builder = Endpoint.builder();
  presetMinimal(builder);
  builder.relayMode(RelayMode.disabled());
  builder.bindAddr('127.0.0.1:0');
  builder.bindAddr('[::1]:0');
  const endpoint = await builder.bind();
  const alpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));
  const connection = await endpoint.connect(EndpointTicket.fromString(ticket).endpointAddr(), alpn);
  const { send, recv } = await connection.openBi();
  const payload = new Array<number>(JSON.stringify(frameOf(0)).length + 1).fill(0x61);
  const take = async (wanted: number) => {
    for (let got = 0; got < wanted; ) got += (await recv.read(65_536)).length;
  };
  return {
    async turn() {
      await send.writeAll(payload);
      await take(payload.length);
    },
    /** Has the peer send so many bytes. */
    async fetch(bytes: number) {
      const order = Buffer.alloc(5, 0x21);
      order.writeUInt32BE(bytes, 1);
      await send.writeAll([...order]);
      await take(bytes);
    },
    async close() {
      connection.close(0n, []);
      await endpoint.close();
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
