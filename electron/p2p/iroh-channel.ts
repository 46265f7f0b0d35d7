/** One bidirectional stream of JSON lines over an iroh connection. A peer that sends too much, or reads too slowly, is disconnected. */

import type { BiStream, Connection, Endpoint, RecvStream, SendStream } from '@number0/iroh';
import { inBackground } from '../../shared/background.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { budgets } from '../../shared/tables/budgets.ts';
import type { Channel, ChannelState, ReceiveOptions } from './channel.ts';
import { LineSplitter, parseFrame } from './json-lines.ts';
import { throwIfCancelled, waitFor } from './wait-for.ts';

/** Buffer sizes for one native read, which allocates and clears the whole buffer: small while idle. Bytes. */
const readBytes = { small: 2 * 1024, large: 64 * 1024 };
/** Bytes per native write. */
const writeBytes = 32 * 1024;

export interface ChannelLimits {
  /** Maximum line length in either direction where none is given, in bytes without the line feed. */
  maxLineBytes: number;
  /** A peer that reads nothing for this long is dropped, milliseconds. */
  stallTimeoutMs: number;
  /** How long `close` waits for the peer's acknowledgement, milliseconds. */
  flushTimeoutMs: number;
}

/** Garbage collection of any native handle stops the traffic without an error, so open channels are held here. */
const openChannels = new Set<IrohChannel>();

export class IrohChannel implements Channel {
  readonly remoteId: string;
  readonly source: string;
  readonly #connection: Connection;
  readonly #sendStream: SendStream;
  readonly #recvStream: RecvStream;
  readonly #limits: ChannelLimits;
  readonly #release: () => Promise<void>;
  readonly #welcome: () => void;
  readonly #lineSplitter: LineSplitter;

  #pendingRead: Promise<void> | undefined;
  #readSize = readBytes.small;
  #receiving = false;
  #peekedFrame: JsonObject | undefined;
  /** Why no more bytes will arrive, `null` for a clean end; undefined while more may. */
  #endReason: ParlorError | null | undefined;

  readonly #writeQueue = createSerialQueue();
  /** When the native write in progress began. One slow timer watches it: a timer for each write would cost more. */
  #writingSince: number | undefined;
  readonly #stallTimer: NodeJS.Timeout;
  #queuedBytes = 0;
  #failure: ParlorError | undefined;
  #hasPeerClosed = false;
  #closing: Promise<boolean> | undefined;

  /**
   * `release` is called once the connection is closed, to free what only this channel uses, such as its endpoint. `incoming` is known of
   * peers that have connected to this side.
   */
  constructor(
    connection: Connection,
    stream: BiStream,
    limits: ChannelLimits,
    release: () => Promise<void>,
    incoming?: { source: string; welcome(): void },
  ) {
    this.remoteId = Buffer.from(connection.remoteId().toBytes()).toString('hex');
    this.source = incoming?.source ?? this.remoteId;
    this.#welcome = () => incoming?.welcome();
    this.#connection = connection;
    this.#sendStream = stream.send;
    this.#recvStream = stream.recv;
    this.#limits = limits;
    this.#release = release;
    const { reads: maxPushes, emptyLines: maxEmptyLines } = budgets.frame;
    this.#lineSplitter = new LineSplitter(limits.maxLineBytes, { maxPushes, maxEmptyLines });
    this.#stallTimer = setInterval(() => {
      const writingSince = this.#writingSince;
      if (writingSince !== undefined && performance.now() - writingSince > limits.stallTimeoutMs)
        this.#disconnect(notReadingError());
    }, limits.stallTimeoutMs / 4).unref();
    openChannels.add(this);
  }

  /** Reads the first frame and keeps it for the next `receive`. Same errors, and `peer_disconnected` at the end of the stream. */
  async peek(limits: ReceiveOptions): Promise<void> {
    const frame = await this.receive(limits);
    if (frame === null) throw new ParlorError('peer_disconnected', 'The peer disconnected before its first message.');
    this.#peekedFrame = frame;
  }

  /** Whether the connection is gone or being closed. */
  get closed(): boolean {
    return this.#closing !== undefined || this.#connection.closeReason() !== null;
  }

  welcome(): void {
    this.#welcome();
  }

  async receive(limits: ReceiveOptions = {}): Promise<JsonObject | null> {
    if (this.#receiving) throw new Error('A channel has one reader: the last receive has not settled yet.');
    throwIfCancelled(limits.signal);
    this.#receiving = true;
    try {
      return await this.#receiveFrame(limits);
    } finally {
      this.#receiving = false;
    }
  }

  async #receiveFrame({ timeoutMs, signal, maxLineBytes }: ReceiveOptions): Promise<JsonObject | null> {
    if (this.#peekedFrame !== undefined) {
      const frame = this.#peekedFrame;
      this.#peekedFrame = undefined;
      return frame;
    }
    const deadline = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
    for (;;) {
      if (this.#closing !== undefined) {
        if (this.#failure !== undefined) throw this.#failure;
        return null;
      }
      const line = this.#nextLine(maxLineBytes);
      if (line !== null) {
        // Reads ahead while the caller processes this frame.
        if (!this.#lineSplitter.pending && this.#endReason === undefined) inBackground('peer', this.#read());
        return parseFrame(line);
      }
      if (this.#endReason !== undefined) return this.#handleEnd(this.#endReason);
      const remainingMs = deadline === undefined ? undefined : deadline - performance.now();
      await waitFor(this.#read(), { timeoutMs: remainingMs, signal }, () => {
        return new ParlorError('peer_timeout', 'The peer did not send its next message in time.', {
          timeout_ms: timeoutMs!,
        });
      });
    }
  }

  #nextLine(maxLineBytes: number | undefined): string | null {
    try {
      return this.#lineSplitter.next(maxLineBytes);
    } catch (error) {
      // The start of the next line is unknown: the connection cannot continue.
      if (error instanceof ParlorError && error.code === 'frame_too_large') {
        this.#endReason = error;
        this.#disconnect(error);
      }
      throw error;
    }
  }

  #handleEnd(end: ParlorError | null): null {
    if (end !== null) throw end;
    if (!this.#lineSplitter.pending) return null;
    this.#endReason = new ParlorError('frame_invalid', 'The stream ended in the middle of a line.');
    throw this.#endReason;
  }

  /** One native read at a time; it outlives a `receive` that timed out, and serves the next one. */
  #read(): Promise<void> {
    this.#pendingRead ??= this.#recvStream.read(this.#readSize).then(
      (bytes) => {
        this.#pendingRead = undefined;
        this.#readSize = bytes.length < readBytes.small ? readBytes.small : readBytes.large;
        if (bytes.length === 0) this.#endReason = null;
        else this.#lineSplitter.push(bytes);
      },
      (cause) => {
        this.#pendingRead = undefined;
        this.#endReason = this.#failure ?? disconnectedError(cause);
      },
    );
    return this.#pendingRead;
  }

  async send(frame: JsonObject, { maxLineBytes = this.#limits.maxLineBytes } = {}): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(frame)}\n`);
    if (line.length - 1 > maxLineBytes) {
      throw new ParlorError('frame_too_large', `A line of more than ${maxLineBytes} bytes cannot be sent.`, {
        limit: maxLineBytes,
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#closing !== undefined) throw new ParlorError('peer_disconnected', 'The connection is closed.');
    // Bounds the memory for a stalled peer: one line in transit, one queued.
    if (this.#queuedBytes > 0 && this.#queuedBytes + line.length > 2 * (maxLineBytes + 1))
      throw this.#disconnect(notReadingError());
    this.#queuedBytes += line.length;
    try {
      await this.#writeQueue(() => this.#write(line));
    } finally {
      this.#queuedBytes -= line.length;
    }
  }

  async #write(line: Uint8Array): Promise<void> {
    const chunkFrom = (from: number) => numbersOf(line, from, Math.min(line.length, from + writeBytes));
    let nextChunk = chunkFrom(0);
    for (let offset = 0; offset < line.length; offset += writeBytes) {
      if (this.#failure !== undefined) throw this.#failure;
      this.#writingSince = performance.now();
      try {
        const writing = this.#sendStream.writeAll(nextChunk);
        // Prepared while the previous chunk is written.
        if (offset + writeBytes < line.length) nextChunk = chunkFrom(offset + writeBytes);
        await writing;
      } catch (cause) {
        throw this.#disconnect(disconnectedError(cause));
      } finally {
        this.#writingSince = undefined;
      }
    }
  }

  connection(): ChannelState {
    if (this.closed) return { kind: 'none', rtt_ms: null };
    const path = this.#connection.paths().find((candidate) => candidate.isSelected);
    if (path === undefined) return { kind: 'none', rtt_ms: null };
    return { kind: path.isRelay ? 'relay' : 'direct', rtt_ms: path.rttMs };
  }

  close(): Promise<boolean> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  drop(): void {
    this.#disconnect(new ParlorError('peer_disconnected', 'The connection was dropped.'));
    inBackground('peer', this.close());
  }

  async #shutDown(): Promise<boolean> {
    const isDelivered = this.#failure === undefined ? await this.#finish() : this.#closedByPeer;
    clearInterval(this.#stallTimer);
    this.#connection.close(0n, []);
    await this.#release();
    openChannels.delete(this);
    return isDelivered;
  }

  /** Ends the stream. Whether the peer has received all of it. */
  #finish(): Promise<boolean> {
    // `stopped` settles once the peer's transport acknowledged everything up to the end of the stream.
    const flushing = this.#writeQueue(() => this.#sendStream.finish()).then(() => this.#sendStream.stopped());
    return waitFor(flushing, { timeoutMs: this.#limits.flushTimeoutMs }, notReadingError).then(
      () => true,
      () => this.#closedByPeer,
    );
  }

  /** Whether the peer ended its stream or closed normally first, which it does only once it has received our last frame. */
  get #closedByPeer(): boolean {
    return this.#hasPeerClosed || this.#endReason === null || this.#connection.closeReason() === 'closed by peer: 0';
  }

  /** Cuts the connection at once; everything after it fails with `error`. */
  #disconnect(error: ParlorError): ParlorError {
    this.#failure ??= error;
    // Its reason is forgotten once this side closes, too.
    this.#hasPeerClosed = this.#closedByPeer;
    this.#connection.close(1n, []);
    return this.#failure;
  }
}

/**
 * Closes the connection of a peer that opens a stream beyond the agreed one. The handshake allows 100 streams, which cannot be
 * revoked (RFC 9000, 4.6), and each would buffer a megabyte of unread data.
 */
export function closeOnStream(connection: Connection, stream: Promise<unknown>): void {
  // It fails when the connection ends.
  stream.then(() => connection.close(2n, [])).catch(() => {});
}

/** How long closing an endpoint may take. */
const drainTimeoutMs = 2_000;

export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  await waitFor(endpoint.close(), { timeoutMs: drainTimeoutMs }, notReadingError).catch(() => {
    // It is closed with this process at the latest.
  });
}

/** The native binding takes number arrays only; a preallocated loop is several times faster than Array.from. */
export function numbersOf(bytes: Uint8Array, from = 0, to = bytes.length): number[] {
  const numbers = new Array<number>(to - from);
  for (let i = from; i < to; i++) numbers[i - from] = bytes[i]!;
  return numbers;
}

function notReadingError(): ParlorError {
  return new ParlorError('peer_disconnected', 'The peer stopped receiving data, so the connection was closed.');
}

function disconnectedError(cause: unknown): ParlorError {
  return new ParlorError('peer_disconnected', 'The connection to the peer is gone.', undefined, { cause });
}
