/** The transport's interface: one ordered stream of JSON lines between two endpoints. */
import type { JsonObject } from '../../shared/json/value.ts';

export interface ChannelState {
  kind: 'direct' | 'relay' | 'none';
  rtt_ms: number | null;
}

export interface Channel {
  /** The peer's endpoint id, 64 hex; authenticated by the transport. */
  readonly remoteId: string;
  /** Resolves once the line has been handed to the transport; rejects `peer_disconnected`, `frame_too_large`. */
  send(frame: JsonObject): Promise<void>;
  /**
   * The next line, `null` after a clean end of stream. Rejects `frame_invalid`, `frame_too_large`, `peer_timeout`
   * (after `timeoutMs`), `peer_disconnected`, `cancelled` (signal).
   */
  receive(options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<JsonObject | null>;
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
  /** `maxLineBytes`: longest line in bytes, 1 MiB by default, at most 8 MiB; the same for `dial`. */
  listen(options?: { maxLineBytes?: number }): Promise<Listener>;
  /** Rejects `ticket_invalid`, `peer_unreachable` (after `timeoutMs`, 15 s by default), `cancelled`. */
  dial(ticket: string, options?: { timeoutMs?: number; signal?: AbortSignal; maxLineBytes?: number }): Promise<Channel>;
  close(): Promise<void>;
}
