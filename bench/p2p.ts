/** Turns, board transfers and concurrent tables over iroh, compared with raw iroh streams. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EndpointTicket } from '@number0/iroh';
import type { Channel, Transport } from '../electron/p2p/channel.ts';
import { createTransport } from '../electron/p2p/iroh-transport.ts';
import { offerOf, receiveBoard } from '../electron/tables/joining/board-transfer.ts';
import { validateMessage } from '../shared/protocol/message.ts';
import { readSpec } from '../shared/protocol/spec.ts';
import { benchBoard, rawAlpn, rawEndpoint, specPath } from './p2p-table.ts';
import { median, quantile, type Row } from './report.ts';

const passCount = 5;
/** Blocks of raw and framed turns alternate, so that drift of the machine affects both equally. */
const blockCount = 20;
const blockTurns = 100;
const transferCount = 9;
const tableCount = 50;
/** Milliseconds between two moves of a table: faster than people usually play. */
const moveIntervalMs = 500;
const turnsPerRound = 8;
const rounds = 3;

const { spec } = readSpec(readFileSync(specPath, 'utf8'));
const frameOf = (turn: number) => ({ action: 'move', turn: 1_000 + turn, col: 3 });

/** Compares a table with a raw iroh stream in the same run. */
export async function benchP2p(): Promise<Row[]> {
  const peer = spawn(process.execPath, [fileURLToPath(new URL('./p2p-peer.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const transport = createTransport({ reach: 'loopback' });
  try {
    const [line] = (await once(peer.stdout, 'data')) as [Buffer];
    const [rawTicket, ticket] = JSON.parse(line.toString()) as [string, string];
    const rawStream = await openRawStream(rawTicket);
    const channel = await transport.dial(ticket);
    const rows = [
      ...(await benchTurns(rawStream, channel)),
      await benchTransfers(rawStream, channel),
      await benchTables(transport, ticket),
    ];
    await rawStream.close();
    return rows;
  } finally {
    await transport.close();
    peer.kill('SIGKILL');
  }
}

type RawStream = Awaited<ReturnType<typeof openRawStream>>;

/** One turn of a table: validated, sent, answered, parsed and validated again; the peer does the same. */
async function playTurn(channel: Channel, turn: number): Promise<void> {
  const frame = frameOf(turn);
  if (validateMessage(spec, frame, 'guest_to_host').length > 0) throw new Error('The frame violates its protocol.');
  await channel.send(frame);
  const reply = await channel.receive();
  if (reply?.turn !== frame.turn) throw new Error('The peer lost a turn.');
  if (validateMessage(spec, reply, 'guest_to_host').length > 0) throw new Error('The answer violates its protocol.');
}

async function benchTurns(rawStream: RawStream, channel: Channel): Promise<Row[]> {
  const rawTimes: number[] = [];
  const times: number[] = [];
  // The first pass warms up both ends and is discarded.
  for (let pass = 0; pass <= passCount; pass++) {
    for (let block = 0; block < blockCount; block++) {
      const blockTimes = { raw: [] as number[], turns: [] as number[] };
      for (let turn = 0; turn < blockTurns; turn++) blockTimes.raw.push(await measureTime(rawStream.turn));
      for (let turn = 0; turn < blockTurns; turn++)
        blockTimes.turns.push(await measureTime(() => playTurn(channel, turn)));
      if (pass === 0) continue;
      rawTimes.push(...blockTimes.raw);
      times.push(...blockTimes.turns);
    }
  }
  const row = (share: number) => ({
    measured: quantile(times, share),
    unit: 'ms',
    limit: { what: 'raw echo', value: quantile(rawTimes, share) },
  });
  return [
    { job: 'JSON turn over iroh, validated by both sides, p50', ...row(0.5), goal: { atMost: 1.15 } },
    { job: 'JSON turn over iroh, p99', ...row(0.99) },
  ];
}

/** Compares the transfer and verification of a board of 1 MiB with the same number of raw bytes. */
async function benchTransfers(rawStream: RawStream, channel: Channel): Promise<Row> {
  const board = benchBoard();
  const offer = offerOf(board);
  const wireBytes = [...board.files.values()].reduce(
    (sum, { bytes }) => sum + Math.ceil(bytes.length / 3) * 4 + 220,
    0,
  );
  const rawTimes: number[] = [];
  const times: number[] = [];
  for (let transfer = -2; transfer < transferCount; transfer++) {
    const [rawMs, ms] = [
      await measureTime(() => rawStream.fetch(wireBytes)),
      await measureTime(() => receiveBoard(channel, offer, 'any', 'a'.repeat(64))),
    ];
    if (transfer < 0) continue;
    rawTimes.push(rawMs);
    times.push(ms);
  }
  const speed = (ms: number) => wireBytes / 1000 / ms;
  return {
    job: 'board of 1 MiB, received and verified',
    measured: speed(median(times)),
    unit: 'MB/s',
    limit: { what: 'raw bytes', value: speed(median(rawTimes)) },
    goal: { atLeast: 0.9 },
  };
}

/** Compares concurrent tables in one process, each at a person's pace, with a single table. */
async function benchTables(transport: Transport, ticket: string): Promise<Row> {
  const channels: Channel[] = [];
  for (let table = 0; table < tableCount; table++) {
    const channel = await transport.dial(ticket);
    await playTurn(channel, 0);
    channels.push(channel);
  }
  const playTables = async (channels: Channel[]) => {
    const turnTimes: number[] = [];
    await Promise.all(
      channels.map(async (channel, index) => {
        await delay((moveIntervalMs * index) / channels.length);
        for (let turn = 0; turn < turnsPerRound; turn++) {
          turnTimes.push(await measureTime(() => playTurn(channel, turn)));
          await delay(moveIntervalMs);
        }
      }),
    );
    return turnTimes;
  };
  const times = { single: [] as number[], concurrent: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.single.push(...(await playTables(channels.slice(0, 1))));
    times.concurrent.push(...(await playTables(channels)));
  }
  await Promise.all(channels.map((channel) => channel.close()));
  return {
    job: `turn at ${tableCount} tables at once, p99`,
    measured: quantile(times.concurrent, 0.99),
    unit: 'ms',
    limit: { what: 'p50 of one table', value: median(times.single) },
    goal: { atMost: 5 },
  };
}

async function openRawStream(ticket: string) {
  const endpoint = await rawEndpoint();
  const connection = await endpoint.connect(EndpointTicket.fromString(ticket).endpointAddr(), rawAlpn);
  const { send, recv } = await connection.openBi();
  const payload = new Array<number>(JSON.stringify(frameOf(0)).length + 1).fill(0x61);
  const receive = async (count: number) => {
    for (let receivedBytes = 0; receivedBytes < count; ) receivedBytes += (await recv.read(65_536)).length;
  };
  return {
    async turn() {
      await send.writeAll(payload);
      await receive(payload.length);
    },
    /** Makes the peer send this many bytes. */
    async fetch(bytes: number) {
      const request = Buffer.alloc(5, 0x21);
      request.writeUInt32BE(bytes, 1);
      await send.writeAll([...request]);
      await receive(bytes);
    },
    async close() {
      connection.close(0n, []);
      await endpoint.close();
    },
  };
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
