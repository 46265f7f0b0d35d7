/** A peer that speaks QUIC but need not follow the session protocol: arbitrary streams, bytes and datagrams. */
import { type BiStream, type Connection, Endpoint, EndpointTicket, presetMinimal, RelayMode } from '@number0/iroh';
import { numbersOf } from '../iroh-channel.ts';

export const alpn = numbersOf(new TextEncoder().encode('/agent-chat/1'));
export const bytesOf = (text: string): number[] => numbersOf(new TextEncoder().encode(text));

export interface RawPeer {
  connect(ticket: string, protocol?: number[]): Promise<Connection>;
  close(): Promise<void>;
}

/** `address`: where it connects from; on Linux, any of 127.0.0.0/8. */
export async function openRawPeer(address = '127.0.0.1'): Promise<RawPeer> {
  const builder = Endpoint.builder();
  presetMinimal(builder);
  builder.relayMode(RelayMode.disabled());
  builder.bindAddr(`${address}:0`);
  builder.bindAddr('[::1]:0');
  const endpoint = await builder.bind();
  return {
    connect: (ticket, protocol = alpn) => endpoint.connect(EndpointTicket.fromString(ticket).endpointAddr(), protocol),
    close: () => endpoint.close(),
  };
}

/** Opens the one stream that a peer may open, and writes to it. */
export async function openStream(connection: Connection, text: string | number[]): Promise<BiStream> {
  const stream = await connection.openBi();
  await stream.send.writeAll(typeof text === 'string' ? bytesOf(text) : text);
  return stream;
}
