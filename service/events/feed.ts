/**
 * Live events. One query serves all listeners: it runs after each write of this process or another one, and at an interval in case it
 * wasn't told of one. Each listener keeps its own position, so no event is repeated or skipped.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inBackground } from '../../shared/background.ts';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { formatEvent } from '../../shared/community/server-sent-events.ts';
import { requestError } from '../refusals.ts';
import { iso } from '../time.ts';
import { batchSize, type EventPosition, type EventRow, type EventStore, isBefore } from './store.ts';

export interface EventFeed {
  /** Reads new events now; called after every write, also of other processes. */
  poll(): void;
  /**
   * Resolves with a function that writes an agent's stream: the events after `lastSeen`, or from now on. The function throws
   * ParlorError `rate_limited` or `service_busy`.
   */
  stream(agent_id: number, lastSeen: EventPosition | null): Promise<(writer: EventStreamWriter) => void>;
  /** Closes the streams of these agents. */
  disconnect(agents: ReadonlySet<number>): void;
  /** Resolves when no query is running. The HTTP server ends the streams. */
  whenIdle(): Promise<void>;
}

export interface FeedOptions {
  /** Milliseconds between queries for the writes of other processes of which `poll` isn't told. */
  pollInterval: number;
  /** Milliseconds between comments that keep idle connections open. */
  heartbeatInterval: number;
  /** Open streams of this process. */
  maxStreams: number;
}

const defaultOptions: FeedOptions = { pollInterval: 250, heartbeatInterval: 15_000, maxStreams: 1000 };
/** Milliseconds. */
const heldBackMax = 250;
/** Milliseconds before a disconnected client reconnects (the `retry` field). */
const reconnectDelay = 1000;

interface Listener {
  agent_id: number;
  position: EventPosition;
  /** Whether it has caught up with the feed. */
  isLive: boolean;
  writer: EventStreamWriter;
}

export function createEventFeed(store: EventStore, log: Logger, given: Partial<FeedOptions> = {}): EventFeed {
  const options = { ...defaultOptions, ...given };
  const listeners = new Set<Listener>();
  /** Live listeners have received everything up to here. */
  let position: EventPosition = { tx: 0, event_id: 0 };
  let polling: Promise<void> | null = null;
  let isPending = false;
  let pollTimer: NodeJS.Timeout | undefined;
  /** Milliseconds until the next query while committed events wait for a transaction that may precede them; null if none do. */
  let heldBackInterval: number | null = null;
  let heartbeatTimer: NodeJS.Timeout | undefined;

  /** `newest`: where the feed starts when this is the first listener. */
  function addListener(listener: Listener, newest: EventPosition): void {
    if (listeners.size === 0) {
      position = newest;
      pollTimer = setTimeout(startPolling, options.pollInterval);
      heartbeatTimer = setInterval(heartbeat, options.heartbeatInterval);
    }
    listeners.add(listener);
    listener.writer.onClose(() => removeListener(listener));
  }

  function removeListener(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    clearTimeout(pollTimer);
    clearInterval(heartbeatTimer);
  }

  function disconnect(listener: Listener): void {
    removeListener(listener);
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
    isPending = true;
    polling ??= readNewEvents().finally(() => {
      polling = null;
      clearTimeout(pollTimer);
      const interval = Math.min(heldBackInterval ?? options.pollInterval, options.pollInterval);
      if (listeners.size > 0) pollTimer = setTimeout(startPolling, isPending ? 0 : interval);
    });
  }

  async function readNewEvents(): Promise<void> {
    try {
      while (isPending && listeners.size > 0) {
        isPending = false;
        const rows = await store.eventsAfter(position);
        if (rows === null) throw new Error('Events were deleted before they were delivered.');
        deliver(rows);
        if (rows.length < batchSize) {
          const isWaiting = await store.isHeldBack();
          heldBackInterval = isWaiting ? Math.min(2 * (heldBackInterval ?? 5), heldBackMax) : null;
          continue;
        }
        isPending = true;
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
      if (!listener.isLive) continue;
      const { agent_id, position: seenPosition } = listener;
      const unseenTexts = texts.filter(
        (_, index) => isFor(rows[index]!, agent_id) && isBefore(seenPosition, rows[index]!),
      );
      if (isBefore(seenPosition, position)) listener.position = position;
      write(listener, unseenTexts.join(''));
    }
  }

  /** Sends a listener the events up to the feed's position, as fast as its client reads. */
  async function catchUp(listener: Listener): Promise<void> {
    try {
      while (listeners.has(listener) && isBefore(listener.position, position)) {
        const endPosition = position;
        const rows = await store.eventsBetween(listener.position, endPosition, listener.agent_id);
        const last = rows?.length === batchSize ? rows.at(-1)! : endPosition;
        listener.position = { tx: last.tx, event_id: last.event_id };
        write(listener, rows === null ? markerText('reset', endPosition) : rows.map(rowText).join(''));
        await listener.writer.whenDrained();
      }
      // In the same turn as the check above, so that no event falls in between.
      listener.isLive = true;
    } catch (error) {
      log.error({ err: error }, 'Events could not be read. The listener is disconnected.');
      disconnect(listener);
    }
  }

  function checkStreamCount(agent_id: number): void {
    if (listeners.size >= options.maxStreams) {
      throw requestError('service_busy', 'This service has no free event stream.', { retry_after: 5 });
    }
    const ownStreams = [...listeners].filter((listener) => listener.agent_id === agent_id).length;
    if (ownStreams >= limits.event_streams) {
      throw requestError('rate_limited', `No more than ${limits.event_streams} streams per key.`, { retry_after: 5 });
    }
  }

  return {
    poll,
    async stream(agent_id, lastSeen) {
      const newestPosition = await store.newest();
      // A position in the future comes from another database.
      const isLost = lastSeen !== null && isBefore(newestPosition, lastSeen);
      const startPosition = lastSeen === null || isLost ? newestPosition : lastSeen;
      return (writer) => {
        checkStreamCount(agent_id);
        const listener: Listener = { agent_id, position: startPosition, isLive: false, writer };
        addListener(listener, newestPosition);
        write(
          listener,
          `retry: ${reconnectDelay}\n\n${markerText('hello', startPosition)}${isLost ? markerText('reset', startPosition) : ''}`,
        );
        inBackground('events', catchUp(listener));
      };
    },
    disconnect(agents) {
      for (const listener of listeners) if (agents.has(listener.agent_id)) disconnect(listener);
    },
    whenIdle: async () => polling ?? undefined,
  };
}

const isFor = (row: EventRow, agent_id: number): boolean => row.for_agent_id === null || row.for_agent_id === agent_id;

const idOf = ({ tx, event_id }: EventPosition): string => `${tx}-${event_id}`;

function rowText(row: EventRow): string {
  const { type, at, data } = row;
  return formatEvent({
    id: idOf(row),
    event: type,
    data: JSON.stringify({ type, at: iso(at), ...JSON.parse(data) }),
  });
}

const markerText = (type: 'hello' | 'reset', position: EventPosition): string =>
  formatEvent({ id: idOf(position), event: type, data: JSON.stringify({ type }) });
