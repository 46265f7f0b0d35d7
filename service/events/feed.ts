/**
 * Live events. One query serves all listeners: it runs after each write of this process, and at an interval for the writes
 * of other processes. Each listener keeps its own position, so no event is repeated or skipped.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { eventText } from '../../shared/community/server-sent-events.ts';
import { refuse } from '../refusals.ts';
import { iso } from '../time.ts';
import { batchSize, type EventPosition, type EventRow, type EventStore, isBefore } from './store.ts';

export interface EventFeed {
  /** Reads new events now; called after every write. */
  poll(): void;
  /**
   * Resolves with a function that writes an agent's stream: the events after `after`, or from now on. The function throws
   * ParlorError `rate_limited` or `service_busy`.
   */
  stream(agent_id: number, after: EventPosition | null): Promise<(writer: EventStreamWriter) => void>;
  /** Resolves when no query is running. The HTTP server ends the streams. */
  idle(): Promise<void>;
}

export interface FeedOptions {
  /** Milliseconds between queries for the writes of other processes. */
  pollInterval: number;
  /** Milliseconds between comments that keep idle connections open. */
  heartbeatInterval: number;
  /** Open streams of this process. */
  maxStreams: number;
}

const defaultOptions: FeedOptions = { pollInterval: 250, heartbeatInterval: 15_000, maxStreams: 1000 };
/** Milliseconds before a disconnected client reconnects (the `retry` field). */
const reconnectDelay = 1000;

interface Listener {
  agent_id: number;
  position: EventPosition;
  /** Whether it has caught up with the feed. */
  live: boolean;
  writer: EventStreamWriter;
}

export function eventFeed(store: EventStore, log: Logger, options: FeedOptions = defaultOptions): EventFeed {
  const listeners = new Set<Listener>();
  /** Live listeners have received everything up to here. */
  let position: EventPosition = { tx: 0, event_id: 0 };
  let polling: Promise<void> | null = null;
  let pending = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;

  /** `newest`: where the feed starts when this is the first listener. */
  function add(listener: Listener, newest: EventPosition): void {
    if (listeners.size === 0) {
      position = newest;
      pollTimer = setTimeout(startPolling, options.pollInterval);
      heartbeatTimer = setInterval(heartbeat, options.heartbeatInterval);
    }
    listeners.add(listener);
    listener.writer.onClose(() => remove(listener));
  }

  function remove(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    clearTimeout(pollTimer);
    clearInterval(heartbeatTimer);
  }

  function disconnect(listener: Listener): void {
    remove(listener);
    listener.writer.destroy();
  }

  function write(listener: Listener, text: string): void {
    if (text === '' || !listeners.has(listener)) return;
    listener.writer.write(text);
    if (listener.writer.bufferedBytes > limits.event_waiting_bytes) disconnect(listener);
  }

  function heartbeat(): void {
    for (const listener of listeners) write(listener, ':\n\n');
  }

  function poll(): void {
    if (listeners.size > 0) startPolling();
  }

  function startPolling(): void {
    pending = true;
    polling ??= readNewEvents().finally(() => {
      polling = null;
      clearTimeout(pollTimer);
      if (listeners.size > 0) pollTimer = setTimeout(startPolling, pending ? 0 : options.pollInterval);
    });
  }

  async function readNewEvents(): Promise<void> {
    try {
      while (pending && listeners.size > 0) {
        pending = false;
        const rows = await store.after(position);
        if (rows === null) throw new Error('Events were deleted before they were delivered.');
        deliver(rows);
        if (rows.length < batchSize) continue;
        pending = true;
        // Gives clients a turn to read what was written.
        await nextTurn();
      }
    } catch (error) {
      log.error({ err: error }, 'Events could not be read. All listeners are disconnected.');
      for (const listener of listeners) disconnect(listener);
    }
  }

  function deliver(rows: readonly EventRow[]): void {
    const last = rows.at(-1);
    if (!last) return;
    const texts = rows.map(rowText);
    position = { tx: last.tx, event_id: last.event_id };
    for (const listener of listeners) {
      if (!listener.live) continue;
      const { agent_id, position: seen } = listener;
      const unseen = texts.filter((_, at) => isFor(rows[at]!, agent_id) && isBefore(seen, rows[at]!));
      if (isBefore(seen, position)) listener.position = position;
      write(listener, unseen.join(''));
    }
  }

  /** Sends a listener the events up to the feed's position, as fast as its client reads. */
  async function catchUp(listener: Listener): Promise<void> {
    try {
      while (listeners.has(listener) && isBefore(listener.position, position)) {
        const until = position;
        const rows = await store.until(listener.position, until, listener.agent_id);
        const last = rows?.length === batchSize ? rows.at(-1)! : until;
        listener.position = { tx: last.tx, event_id: last.event_id };
        write(listener, rows === null ? markerText('reset', until) : rows.map(rowText).join(''));
        await listener.writer.drained();
      }
      // In the same turn as the check above, so that no event falls in between.
      listener.live = true;
    } catch (error) {
      log.error({ err: error }, 'Events could not be read. The listener is disconnected.');
      disconnect(listener);
    }
  }

  function checkStreamCount(agent_id: number): void {
    if (listeners.size >= options.maxStreams) {
      throw refuse('service_busy', 'This service has no free event stream.', { retry_after: 5 });
    }
    const own = [...listeners].filter((listener) => listener.agent_id === agent_id).length;
    if (own >= limits.event_streams) {
      throw refuse('rate_limited', `No more than ${limits.event_streams} streams per key.`, { retry_after: 5 });
    }
  }

  return {
    poll,
    async stream(agent_id, after) {
      const now = await store.newest();
      // A position in the future comes from another database.
      const lost = after !== null && isBefore(now, after);
      const from = after === null || lost ? now : after;
      return (writer) => {
        checkStreamCount(agent_id);
        const listener: Listener = { agent_id, position: from, live: false, writer };
        add(listener, now);
        write(
          listener,
          `retry: ${reconnectDelay}\n\n${markerText('hello', from)}${lost ? markerText('reset', from) : ''}`,
        );
        void catchUp(listener);
      };
    },
    idle: async () => polling ?? undefined,
  };
}

const isFor = (row: EventRow, agent_id: number): boolean => row.for_agent_id === null || row.for_agent_id === agent_id;

const idOf = ({ tx, event_id }: EventPosition): string => `${tx}-${event_id}`;

function rowText(row: EventRow): string {
  const { type, at, data } = row;
  return eventText({ id: idOf(row), event: type, data: JSON.stringify({ type, at: iso(at), ...JSON.parse(data) }) });
}

const markerText = (type: 'hello' | 'reset', position: EventPosition): string =>
  eventText({ id: idOf(position), event: type, data: JSON.stringify({ type }) });
