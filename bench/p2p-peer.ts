/**
 * The peer of the p2p benchmark. Prints two tickets. Through the first it echoes raw bytes, or sends a requested number of them;
 * through the second it validates and echoes frames, or sends a board on request.
 */
import { readFileSync } from 'node:fs';
import { EndpointTicket } from '@number0/iroh';
import type { Channel } from '../electron/p2p/channel.ts';
import { createTransport } from '../electron/p2p/iroh-transport.ts';
import { sendBoard } from '../electron/tables/joining/board-transfer.ts';
import { validateMessage } from '../shared/protocol/message.ts';
import { readSpec } from '../shared/protocol/spec.ts';
import { benchBoard, chunkBytes, rawEndpoint, specPath } from './p2p-table.ts';

const endpoint = await rawEndpoint();
const listener = await createTransport({ reach: 'loopback' }).listen();
const { spec } = readSpec(readFileSync(specPath, 'utf8'));
const board = benchBoard();
console.log(JSON.stringify([EndpointTicket.fromAddr(endpoint.addr()).toString(), listener.ticket]));

async function serveRawBytes(): Promise<void> {
  const connection = await (await (await endpoint.acceptNext())!.accept()).connect();
  const { send, recv } = await connection.acceptBi();
  const chunk = new Array<number>(chunkBytes).fill(0x61);
  for (let bytes = await recv.read(65_536); bytes.length > 0; bytes = await recv.read(65_536)) {
    // Five bytes are a request: `!` and the number of bytes to send.
    if (bytes[0] !== 0x21) await send.writeAll(bytes);
    else {
      const requestedBytes = Buffer.from(bytes).readUInt32BE(1);
      for (let sentBytes = 0; sentBytes < requestedBytes; sentBytes += chunkBytes) {
        await send.writeAll(
          requestedBytes - sentBytes >= chunkBytes ? chunk : chunk.slice(0, requestedBytes - sentBytes),
        );
      }
    }
  }
}

async function serveChannel(channel: Channel): Promise<void> {
  for (let frame = await channel.receive(); frame !== null; frame = await channel.receive()) {
    if ('_ui_artifact_request' in frame) await sendBoard(channel, board, frame);
    else if (validateMessage(spec, frame, 'guest_to_host').length === 0) {
      // Validated again, because a real sender also validates what it sends.
      if (validateMessage(spec, frame, 'guest_to_host').length === 0) await channel.send(frame);
    }
  }
}

async function acceptChannels(): Promise<void> {
  for (let channel = await listener.accept(); channel !== null; channel = await listener.accept()) {
    void serveChannel(channel).catch(() => {});
  }
}

// Each resolves when its own connection ends.
await Promise.allSettled([serveRawBytes(), acceptChannels()]);
