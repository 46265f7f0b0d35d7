/** Opens an endpoint as a table would, and sends itself a packet. */
import { createSocket } from 'node:dgram';
import { createTransport, reachOf } from '../p2p/iroh.ts';

export interface Network {
  /** `address:port` of an endpoint that was opened. */
  addresses: string[];
  udp: boolean;
  /** The relay that would be used, null where none was reached in time. */
  relay: string | null | 'not_asked';
}

const udpMs = 2_000;

/** `offline`: on this computer only, and no relay is looked for. Rejects where no endpoint can be opened. */
export async function tryNetwork(offline: boolean): Promise<Network> {
  const transport = createTransport({ preset: offline ? 'loopback' : 'network' });
  try {
    const { ticket } = await transport.listen();
    const { addresses, relay } = reachOf(ticket);
    return { addresses, udp: await udpWorks(), relay: offline ? 'not_asked' : relay };
  } finally {
    await transport.close();
  }
}

function udpWorks(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), udpMs).unref();
    socket.once('error', () => resolve(false));
    socket.once('message', () => resolve(true));
    socket.bind(0, '127.0.0.1', () => socket.send('parlor', socket.address().port, '127.0.0.1'));
  }).finally(() => socket.close());
}
