import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Endpoint, EndpointTicket, presetMinimal, RelayMode } from '@number0/iroh';
import { createTransport } from '../electron/p2p/iroh.ts';
import { numbersOf } from '../electron/p2p/iroh-channel.ts';
import { median, printGoals, printTable, quantile } from './table.ts';

const passes = 5;
/** Raw and framed turns take short turns with each other, so that a drift of the machine falls on both. */
const blocks = 20;
const blockTurns = 100;
const frame = { action: 'move', column: 3, turn: 0, commitment: '0123456789abcdef'.repeat(8) };

/** One framed JSON turn (send, parse, answer, parse) over our channel, against a raw echo of as many bytes over iroh. */
export async function benchP2p(): Promise<boolean> {
  const peer = spawn(process.execPath, [fileURLToPath(new URL('./p2p-peer.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(peer.stdout, 'data')) as [Buffer];
    const [rawTicket, channelTicket] = JSON.parse(line.toString()) as [string, string];
    const raw = await rawEcho(rawTicket);
    const transport = createTransport({ preset: 'loopback' });
    const channel = await transport.dial(channelTicket);
    const framed = async (turn: number) => {
      await channel.send({ ...frame, turn });
      const answer = await channel.receive();
      if (answer?.turn !== turn) throw new Error('The peer lost a turn.');
    };
    const rows: (string | number)[][] = [];
    const ratios: number[] = [];
    // The first pass warms up both ends and is thrown away.
    for (let pass = 0; pass <= passes; pass++) {
      const rawTimes: number[] = [];
      const framedTimes: number[] = [];
      for (let block = 0; block < blocks; block++) {
        await time(raw.turn, rawTimes);
        await time(framed, framedTimes);
      }
      if (pass === 0) continue;
      const ratio = median(framedTimes) / median(rawTimes);
      ratios.push(ratio);
      const columns = [rawTimes, framedTimes].flatMap((times) => [median(times), quantile(times, 0.99)]);
      rows.push([`pass ${pass}`, ...columns, ratio.toFixed(2)]);
    }
    await transport.close();
    await raw.close();
    printTable(
      `p2p: ${blocks * blockTurns} turns a pass between two processes over loopback, milliseconds`,
      ['', 'raw p50', 'raw p99', 'framed p50', 'framed p99', 'ratio p50'],
      rows,
    );
    return printGoals([
      { what: 'framed JSON turn over iroh, p50 against raw echo', ratio: median(ratios), atMost: 1.3 },
    ]);
  } finally {
    peer.kill('SIGKILL');
  }
}

async function rawEcho(ticket: string) {
  const builder = Endpoint.builder();
  presetMinimal(builder);
  builder.relayMode(RelayMode.disabled());
  builder.bindAddr('127.0.0.1:0');
  builder.bindAddr('[::1]:0');
  const endpoint = await builder.bind();
  const alpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));
  const connection = await endpoint.connect(EndpointTicket.fromString(ticket).endpointAddr(), alpn);
  const { send, recv } = await connection.openBi();
  const payload = new Array<number>(JSON.stringify({ ...frame, turn: 1_000 }).length + 1).fill(0x61);
  return {
    async turn() {
      await send.writeAll(payload);
      for (let got = 0; got < payload.length; ) got += (await recv.read(65_536)).length;
    },
    async close() {
      connection.close(0n, []);
      await endpoint.close();
    },
  };
}

/** Adds the milliseconds of each turn of one block. */
async function time(turn: (number: number) => Promise<void>, times: number[]): Promise<void> {
  for (let number = 0; number < blockTurns; number++) {
    const start = performance.now();
    await turn(number);
    times.push(performance.now() - start);
  }
}
