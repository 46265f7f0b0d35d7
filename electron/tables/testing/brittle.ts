/** A real transport whose connections and endpoints a test can break. */
import type { Channel, Listener } from '../../p2p/channel.ts';
import type { IrohTransport } from '../../p2p/iroh.ts';

export interface BrittleTransport extends IrohTransport {
  /** Cuts every connection of this side, as a network does. */
  cut(): void;
  /** Every endpoint that listens is gone for good. */
  killListeners(): Promise<void>;
  /** While true nobody is reached. */
  offline: boolean;
}

export function brittle(real: IrohTransport): BrittleTransport {
  const channels = new Set<Channel>();
  const listeners = new Set<Listener>();
  return {
    offline: false,
    async listen(options) {
      const listener = await real.listen(options);
      listeners.add(listener);
      return {
        get ticket() {
          return listener.ticket;
        },
        async accept() {
          const channel = await listener.accept();
          if (channel) channels.add(channel);
          return channel;
        },
        close: () => listener.close(),
      };
    },
    async dial(ticket, options) {
      if (this.offline) throw new Error('There is no network.');
      const channel = await real.dial(ticket, options);
      channels.add(channel);
      return channel;
    },
    reach: (preset) => real.reach(preset),
    close: () => real.close(),
    cut() {
      for (const channel of channels) channel.drop();
      channels.clear();
    },
    async killListeners() {
      this.cut();
      await Promise.all([...listeners].map((listener) => listener.close()));
      listeners.clear();
    },
  };
}
