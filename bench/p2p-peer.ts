/** The far side of the p2p benchmark: prints two tickets, echoes raw bytes on the first and frames on the second. */
import { Endpoint, EndpointTicket, presetMinimal, RelayMode } from '@number0/iroh';
import { createTransport } from '../electron/p2p/iroh.ts';
import { numbersOf } from '../electron/p2p/iroh-channel.ts';

const builder = Endpoint.builder();
presetMinimal(builder);
builder.relayMode(RelayMode.disabled());
builder.bindAddr('127.0.0.1:0');
builder.bindAddr('[::1]:0');
builder.alpns([numbersOf(new TextEncoder().encode('/agent-chat/1'))]);
const endpoint = await builder.bind();
const listener = await createTransport({ preset: 'loopback' }).listen();
console.log(JSON.stringify([EndpointTicket.fromAddr(endpoint.addr()).toString(), listener.ticket]));

async function echoBytes(): Promise<void> {
  const connection = await (await (await endpoint.acceptNext())!.accept()).connect();
  const { send, recv } = await connection.acceptBi();
  for (let bytes = await recv.read(65_536); bytes.length > 0; bytes = await recv.read(65_536))
    await send.writeAll(bytes);
}

async function echoFrames(): Promise<void> {
  const channel = (await listener.accept())!;
  for (let frame = await channel.receive(); frame !== null; frame = await channel.receive()) await channel.send(frame);
}

// Each ends with its connection, and the other goes on.
await Promise.allSettled([echoBytes(), echoFrames()]);
