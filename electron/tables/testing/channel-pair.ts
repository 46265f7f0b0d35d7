/** Two channels connected in memory that behave like the real transport: ordered frames, timeouts, a clean or a lost end. */
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Channel, ChannelState } from '../../p2p/channel.ts';

export interface PipeEnd extends Channel {
  /** Everything sent at this end, in order. */
  readonly sent: JsonObject[];
  /** Sends the other end a line that is not a frame. */
  garble(): void;
  /** Loses the connection, for both ends. */
  cut(): void;
}

type Item = JsonObject | ParlorError | null;

class ChannelEnd implements PipeEnd {
  readonly remoteId: string;
  readonly source = '127.0.0.1';
  readonly sent: JsonObject[] = [];
  peer: ChannelEnd | null = null;
  #items: Item[] = [];
  #waiting: ((item: Item) => void) | null = null;
  #closed = false;
  #lost = false;

  constructor(remoteId: string) {
    this.remoteId = remoteId;
  }

  welcome(): void {}

  async send(frame: JsonObject): Promise<void> {
    if (this.#closed || this.#lost) throw new ParlorError('peer_disconnected', 'The connection is closed.');
    this.sent.push(frame);
    this.peer?.put(JSON.parse(JSON.stringify(frame)) as JsonObject);
  }

  receive({ timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<JsonObject | null> {
    if (signal?.aborted) return Promise.reject(new ParlorError('cancelled', 'Receiving was aborted.'));
    const ready = this.#items.shift();
    if (ready !== undefined) return this.#deliver(ready);
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject | null>();
    const timer = timeoutMs === undefined ? null : setTimeout(() => stop('peer_timeout'), timeoutMs);
    const stop = (code: 'peer_timeout' | 'cancelled') => {
      release();
      reject(new ParlorError(code, 'No frame arrived.'));
    };
    const cancel = () => stop('cancelled');
    const release = () => {
      this.#waiting = null;
      if (timer) clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    signal?.addEventListener('abort', cancel);
    this.#waiting = (item) => {
      release();
      this.#deliver(item).then(resolve, reject);
    };
    return promise;
  }

  put(item: Item): void {
    if (this.#waiting) this.#waiting(item);
    else this.#items.push(item);
  }

  /** The end of the stream stays in the queue: every later call receives it again. */
  async #deliver(item: Item): Promise<JsonObject | null> {
    if (item === null || (item instanceof ParlorError && item.code === 'peer_disconnected')) this.#items.unshift(item);
    if (item instanceof ParlorError) throw item;
    return item;
  }

  connection(): ChannelState {
    return this.#closed ? { kind: 'none', rtt_ms: null } : { kind: 'direct', rtt_ms: 1 };
  }

  async close(): Promise<boolean> {
    if (this.#closed) return !this.#lost;
    this.#closed = true;
    this.peer?.put(null);
    return !this.#lost;
  }

  drop(): void {
    this.cut();
  }

  garble(): void {
    this.peer?.put(new ParlorError('frame_invalid', 'A line arrived that is not a JSON object.'));
  }

  cut(): void {
    for (const end of [this as ChannelEnd, this.peer]) {
      end?.lose();
    }
  }

  lose(): void {
    this.#lost = true;
    this.put(new ParlorError('peer_disconnected', 'The connection is lost.'));
  }
}

/** The host's and the guest's end, with these endpoint ids. */
export function channelPair(ids = { host: 'a'.repeat(64), guest: 'b'.repeat(64) }): { host: PipeEnd; guest: PipeEnd } {
  const host = new ChannelEnd(ids.guest);
  const guest = new ChannelEnd(ids.host);
  host.peer = guest;
  guest.peer = host;
  return { host, guest };
}
