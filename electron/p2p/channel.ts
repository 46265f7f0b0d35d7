/** The transport's interface: one ordered stream of JSON lines between two endpoints. */
import type { JsonObject } from '../../shared/json/value.ts';

export interface ChannelState {
  kind: 'direct' | 'relay' | 'none';
  rtt_ms: number | null;
}

export interface ReceiveOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  maxLineBytes?: number;
}

export interface Channel {
  /** The peer's endpoint id, 64 hex; authenticated by the transport. */
  readonly remoteId: string;
  /** What guests from one place share: their network (this computer is one), or a part of a relay; see peer-source.ts. */
  readonly source: string;
  /** The peer has come to play: its connection doesn't count against its source, from which strangers may come as well. */
  welcome(): void;
  /**
   * Resolves once the line has been handed to the transport; rejects `peer_disconnected`, `frame_too_large`. `maxLineBytes`: the longest
   * line in bytes without its line feed, `budgets.frame.bytes` by default; the same for `receive`.
   */
  send(frame: JsonObject, options?: { maxLineBytes?: number }): Promise<void>;
  /**
   * The next line, `null` after a clean end of stream. Rejects `frame_invalid`, `frame_too_large`, `peer_timeout`
   * (after `timeoutMs`), `peer_disconnected`, `cancelled` (signal).
   */
  receive(options?: ReceiveOptions): Promise<JsonObject | null>;
  connection(): ChannelState;
  /** Flushes and closes; safe to call twice. False if the peer may not have received everything. */
  close(): Promise<boolean>;
  /** Drops the connection: the peer sees it as lost, not ended. */
  drop(): void;
}

/** One open endpoint of a hosted table; its ticket is signed. */
export interface Listener {
  readonly ticket: string;
  /** The next peer whose stream is open and whose first line can be read; `null` once closed. */
  accept(): Promise<Channel | null>;
  close(): Promise<void>;
}

export interface Transport {
  listen(): Promise<Listener>;
  /** Rejects `ticket_invalid`, `peer_unreachable` (after `timeoutMs`, 15 s by default), `cancelled`. */
  dial(ticket: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<Channel>;
  close(): Promise<void>;
}
