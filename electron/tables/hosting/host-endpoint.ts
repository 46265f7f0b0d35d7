/** The endpoint of a hosted table: opens a new listener when the current one fails, and reports each change of the ticket. */
import type { Channel, Listener, Transport } from '../../p2p/channel.ts';
import { retry } from '../../time/retry.ts';

export interface HostEndpoint {
  readonly ticket: string;
  /** The next peer with a readable first line; null once closed. */
  accept(): Promise<Channel | null>;
  close(): Promise<void>;
}

/** Interval at which the ticket is compared: the transport does not report changes of addresses. */
const pollMs = 1_000;

/** `onTicketChange` receives every ticket after the first. Rejects as the transport's `listen`. */
export async function openHostEndpoint(
  transport: Transport,
  onTicketChange: (ticket: string) => void,
): Promise<HostEndpoint> {
  let listener: Listener = await transport.listen();
  let { ticket } = listener;
  const controller = new AbortController();
  const { signal } = controller;
  const checkTicket = () => {
    const current = listener.ticket;
    if (signal.aborted || current === ticket) return;
    ticket = current;
    onTicketChange(current);
  };
  const pollTimer = setInterval(checkTicket, pollMs).unref();

  return {
    get ticket() {
      return ticket;
    },
    async accept() {
      for (;;) {
        const channel = await listener.accept();
        if (channel !== null || signal.aborted) return channel;
        const newListener = await retry(() => transport.listen(), { firstMs: 500, longestMs: 5_000, signal }).catch(
          () => null,
        );
        if (signal.aborted) await newListener?.close();
        else if (newListener) {
          listener = newListener;
          checkTicket();
        }
      }
    },
    async close() {
      controller.abort();
      clearInterval(pollTimer);
      await listener.close();
    },
  };
}
