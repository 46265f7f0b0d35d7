/** A real iroh transport whose connections and endpoints tests can break. */
import { ParlorError } from '../../../shared/errors.ts';
import type { Channel, Listener } from '../../p2p/channel.ts';
import type { IrohTransport } from '../../p2p/iroh-transport.ts';

export interface BreakableTransport extends IrohTransport {
  /** Cuts every connection of this side, like a network failure. */
  cut(): void;
  /** Closes every listening endpoint for good. */
  killListeners(): Promise<void>;
  /** While true, no peer can be reached. */
  offline: boolean;
}

export function breakableTransport(real: IrohTransport): BreakableTransport {
  // Weak references, so that closed ones are collected and release their sockets. The transport holds the open ones.
  const channels = new Set<WeakRef<Channel>>();
  const listeners = new Set<WeakRef<Listener>>();
  return {
    offline: false,
    async listen() {
      const listener = await real.listen();
      listeners.add(new WeakRef(listener));
      return {
        get ticket() {
          return listener.ticket;
        },
        async accept() {
          const channel = await listener.accept();
          if (channel) channels.add(new WeakRef(channel));
          return channel;
        },
        close: () => listener.close(),
      };
    },
    async dial(ticket, options) {
      if (this.offline) throw new ParlorError('peer_unreachable', 'There is no network.');
      const channel = await real.dial(ticket, options);
      channels.add(new WeakRef(channel));
      return channel;
    },
    reconfigure: (change) => real.reconfigure(change),
    close: () => real.close(),
    cut() {
      for (const channel of channels) channel.deref()?.drop();
      channels.clear();
    },
    async killListeners() {
      this.cut();
      await Promise.all([...listeners].map((listener) => listener.deref()?.close()));
      listeners.clear();
    },
  };
}
