/** Where a host's table can be called: one endpoint of its own, replaced when it dies, and its ticket as it changes. */
import { setTimeout } from 'node:timers/promises';
import type { Channel, Listener, Transport } from '../p2p/channel.ts';

export interface Door {
  readonly ticket: string;
  /** The next peer with a readable first line; null once the door is closed. */
  accept(): Promise<Channel | null>;
  close(): Promise<void>;
}

/** Addresses change when a network does: often enough to look, and cheap. */
const lookMs = 1_000;

/** `onMoved` is told each ticket after the first. Rejects what the transport's `listen` rejects. */
export async function openDoor(transport: Transport, onMoved: (ticket: string) => void): Promise<Door> {
  let listener: Listener = await transport.listen();
  let { ticket } = listener;
  let closed = false;
  const look = () => {
    const now = listener.ticket;
    if (closed || now === ticket) return;
    ticket = now;
    onMoved(now);
  };
  const looking = setInterval(look, lookMs).unref();

  return {
    get ticket() {
      return ticket;
    },
    async accept() {
      for (;;) {
        const channel = await listener.accept();
        if (channel !== null || closed) return channel;
        const next = await transport.listen().catch(() => null);
        if (next === null) await setTimeout(lookMs);
        else listener = next;
        if (closed) await next?.close();
        else look();
      }
    },
    async close() {
      closed = true;
      clearInterval(looking);
      await listener.close();
    },
  };
}
