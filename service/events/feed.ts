/**
 * Live events. One query serves all listeners: it runs after each write of this process or another one, and at an interval in case it
 * wasn't told of one. Each listener keeps its own position, so no event is repeated or skipped.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { inBackground } from '../../shared/background.ts';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { formatEvent } from '../../shared/community/server-sent-events.ts';
import type { Rate } from '../config.ts';
import { requestError } from '../refusals.ts';
import type { FailureLog } from '../storage/outage-log.ts';
import { LocalRateLimit } from '../storage/token-bucket.ts';
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
  /** Open streams. */
  streamCount(): number;
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
  /** Unix milliseconds. */
  clock: () => number;
  /** A client has been disconnected because it read too slowly. */
  onDropped: () => void;
}

const defaultOptions: FeedOptions = {
  pollInterval: 250,
  heartbeatInterval: 15_000,
  maxStreams: 1000,
  clock: Date.now,
  onDropped: () => {},
};
/** Listeners that are written to in one turn of the event loop, so that requests are served in between. */
const listenersPerTurn = 500;
/** Heartbeats during which a client may read what it missed. A live one is disconnected by what waits for it. */
const heartbeatsWaitedMax = 4;
/** Missed events of one key that are read, however often it reconnects. Beyond them it receives `reset`. */
const replayRate: Rate = { perSecond: 100, burst: 10 * limits.events_replayed };
/** Milliseconds. */
const heldBackMax = 250;
/** Milliseconds before a disconnected client reconnects (the `retry` field). */
const reconnectDelay = 1000;

interface Listener {
  agent_id: number;
  position: EventPosition;
  /** Whether it has caught up with the feed. */
  isLive: boolean;
  /** Heartbeats since its client was sent what it has missed; null once it has read that. */
  heartbeatsWaited: number | null;
  writer: EventStreamWriter;
}

export function createEventFeed(
  store: EventStore,
  failures: Pick<FailureLog, 'failed'>,
  given: Partial<FeedOptions> = {},
): EventFeed {
  const options = { ...defaultOptions, ...given };
  const listeners = new Set<Listener>();
  const replays = new LocalRateLimit(replayRate);
  /** The number of listeners of each agent that has some. */
  const listenersOfAgent = new Map<number, number>();
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
      heartbeatTimer = setInterval(() => inBackground('events', heartbeat()), options.heartbeatInterval);
    }
    listeners.add(listener);
    countListener(listener, 1);
    listener.writer.onClose(() => removeListener(listener));
  }

  function countListener({ agent_id }: Listener, change: 1 | -1): void {
    const count = (listenersOfAgent.get(agent_id) ?? 0) + change;
    if (count > 0) listenersOfAgent.set(agent_id, count);
    else listenersOfAgent.delete(agent_id);
  }

  function removeListener(listener: Listener): void {
    if (!listeners.delete(listener)) return;
    countListener(listener, -1);
    if (listeners.size > 0) return;
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
    if (listener.writer.bufferedBytes > limits.event_waiting_bytes) drop(listener);
  }

  /** Its client reads too slowly. */
  function drop(listener: Listener): void {
    disconnect(listener);
    options.onDropped();
  }

  async function heartbeat(): Promise<void> {
    await inTurns((listener) => {
      if (listener.heartbeatsWaited !== null) listener.heartbeatsWaited += 1;
      if ((listener.heartbeatsWaited ?? 0) > heartbeatsWaitedMax) drop(listener);
      else write(listener, ':\n\n');
    });
  }

  /** Calls `visit` with each listener that there is now, some of them in each turn of the event loop. */
  async function inTurns(visit: (listener: Listener) => void): Promise<void> {
    const all = [...listeners];
    for (let first = 0; first < all.length; first += listenersPerTurn) {
      if (first > 0) await nextTurn();
      for (const listener of all.slice(first, first + listenersPerTurn)) if (listeners.has(listener)) visit(listener);
    }
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
        await deliver(rows);
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
      failures.failed(error, 'Events could not be read. All listeners are disconnected.');
      for (const listener of listeners) disconnect(listener);
    }
  }

  async function deliver(rows: readonly EventRow[]): Promise<void> {
    const last = rows.at(-1);
    if (!last) return;
    const before = position;
    const texts = rows.map(rowText);
    const addressees = new Set(rows.map(({ for_agent_id }) => for_agent_id));
    // What most listeners get, formatted once.
    const textForAll = texts.filter((_, index) => rows[index]!.for_agent_id === null).join('');
    position = { tx: last.tx, event_id: last.event_id };
    const newPosition = position;
    await inTurns((listener) => {
      if (!listener.isLive) return;
      const { agent_id, position: seenPosition } = listener;
      if (isBefore(seenPosition, newPosition)) listener.position = newPosition;
      const isTypical = !addressees.has(agent_id) && !isBefore(before, seenPosition);
      const unseenTexts = () =>
        texts.filter((_, index) => isFor(rows[index]!, agent_id) && isBefore(seenPosition, rows[index]!));
      write(listener, isTypical ? textForAll : unseenTexts().join(''));
    });
  }

  /** Null if some have been deleted, or if they are more than the listener may be sent. */
  async function missedEvents(
    { agent_id, position: seenPosition }: Listener,
    endPosition: EventPosition,
  ): Promise<EventRow[] | null> {
    const key = String(agent_id);
    if (replays.wait(key, options.clock()) > 0) return null;
    const { rows, isComplete } = await store.eventsBetween(seenPosition, endPosition, agent_id);
    replays.charge(key, rows.length, options.clock());
    return isComplete ? rows : null;
  }

  /** Sends a listener the events up to the feed's position, as fast as its client reads. */
  async function catchUp(listener: Listener): Promise<void> {
    try {
      while (listeners.has(listener) && isBefore(listener.position, position)) {
        const endPosition = position;
        const rows = await missedEvents(listener, endPosition);
        listener.position = endPosition;
        write(listener, rows === null ? markerText('reset', endPosition) : rows.map(rowText).join(''));
        listener.heartbeatsWaited = 0;
        await listener.writer.whenDrained();
        listener.heartbeatsWaited = null;
      }
      // In the same turn as the check above, so that no event falls in between.
      listener.isLive = true;
    } catch (error) {
      failures.failed(error, 'Events could not be read. The listener is disconnected.');
      disconnect(listener);
    }
  }

  function checkStreamCount(agent_id: number): void {
    if (listeners.size >= options.maxStreams) {
      throw requestError('service_busy', 'This service has no free event stream.', { retry_after: 5 });
    }
    const ownStreams = listenersOfAgent.get(agent_id) ?? 0;
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
        const listener: Listener = { agent_id, position: startPosition, isLive: false, heartbeatsWaited: null, writer };
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
    streamCount: () => listeners.size,
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
