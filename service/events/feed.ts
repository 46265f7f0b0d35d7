/**
 * Live events. While somebody listens, one query for all listeners looks for what is new: after each write of this process at
 * once, and at a slow pace for what other processes wrote. Every listener knows its own place, so that nothing comes twice and
 * nothing is passed over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StreamReader } from '../../shared/community/define.ts';
import { eventText } from '../../shared/community/event-stream.ts';
import { limits } from '../../shared/community/limits.ts';
import { refuse } from '../http/problem.ts';
import { iso } from '../time.ts';
import { batch, type EventRow, type EventStore, isBefore, type Place } from './store.ts';

export interface EventFeed {
  /** Something may have been written. */
  kick(): void;
  /**
   * What writes the stream of an agent: what follows `after`, or what happens from now on. Refuses with ParlorError
   * `rate_limited` or `service_busy` when it is called.
   */
  stream(agent_id: number, after: Place | null): Promise<(reader: StreamReader) => void>;
  /** Resolves when nothing is looked for any more. The streams are ended by whoever holds their readers. */
  settled(): Promise<void>;
}

export interface FeedPace {
  /** Milliseconds between two looks for what other processes wrote. */
  look: number;
  /** Milliseconds between two signs of life. */
  beat: number;
  /** Streams of this process. */
  streams: number;
}

const usualPace: FeedPace = { look: 250, beat: 15_000, streams: 1000 };
/** Milliseconds after which a client that lost its stream comes back. */
const retry = 1000;

interface Listener {
  agent_id: number;
  place: Place;
  /** Whether it has caught up with the feed. */
  live: boolean;
  reader: StreamReader;
}

export function eventFeed(store: EventStore, log: Logger, pace: FeedPace = usualPace): EventFeed {
  const listeners = new Set<Listener>();
  /** Everything up to here was told to those who are live. */
  let place: Place = { tx: 0, event_id: 0 };
  let looking: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;

  /** `now`: the newest place, from which the feed starts for the first who comes. */
  function join(listener: Listener, now: Place): void {
    if (listeners.size === 0) {
      place = now;
      timer = setTimeout(look, pace.look);
      beating = setInterval(beat, pace.beat);
    }
    listeners.add(listener);
    listener.reader.onGone(() => leave(listener));
  }

  function leave(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    clearTimeout(timer);
    clearInterval(beating);
  }

  function cut(listener: Listener): void {
    leave(listener);
    listener.reader.cut();
  }

  function write(listener: Listener, text: string): void {
    if (text === '' || !listeners.has(listener)) return;
    listener.reader.write(text);
    if (listener.reader.waiting > limits.event_waiting_bytes) cut(listener);
  }

  function beat(): void {
    for (const listener of listeners) write(listener, ':\n\n');
  }

  function kick(): void {
    if (listeners.size > 0) look();
  }

  function look(): void {
    again = true;
    looking ??= lookOn().finally(() => {
      looking = null;
      clearTimeout(timer);
      if (listeners.size > 0) timer = setTimeout(look, again ? 0 : pace.look);
    });
  }

  async function lookOn(): Promise<void> {
    try {
      while (again && listeners.size > 0) {
        again = false;
        const rows = await store.after(place);
        if (rows === null) throw new Error('What was not told yet is no longer kept.');
        tell(rows);
        if (rows.length < batch) continue;
        again = true;
        // Lets the readers take what they were given.
        await nextTurn();
      }
    } catch (error) {
      log.error({ err: error }, 'Events could not be read. Those who listen have to come back.');
      for (const listener of listeners) cut(listener);
    }
  }

  function tell(rows: readonly EventRow[]): void {
    const last = rows.at(-1);
    if (!last) return;
    const texts = rows.map(rowText);
    place = { tx: last.tx, event_id: last.event_id };
    for (const listener of listeners) {
      if (!listener.live) continue;
      const { agent_id, place: told } = listener;
      const news = texts.filter((_, at) => isFor(rows[at]!, agent_id) && isBefore(told, rows[at]!));
      if (isBefore(told, place)) listener.place = place;
      write(listener, news.join(''));
    }
  }

  /** Brings a listener to where the feed is, as fast as its reader takes it. */
  async function catchUp(listener: Listener): Promise<void> {
    try {
      while (listeners.has(listener) && isBefore(listener.place, place)) {
        const upto = place;
        const rows = await store.until(listener.place, upto, listener.agent_id);
        const last = rows?.length === batch ? rows.at(-1)! : upto;
        listener.place = { tx: last.tx, event_id: last.event_id };
        write(listener, rows === null ? signText('reset', upto) : rows.map(rowText).join(''));
        await listener.reader.drained();
      }
      // In the turn in which it was found to be there.
      listener.live = true;
    } catch (error) {
      log.error({ err: error }, 'Events could not be read. Who listens has to come back.');
      cut(listener);
    }
  }

  function checkRoom(agent_id: number): void {
    if (listeners.size >= pace.streams) {
      throw refuse('service_busy', 'As many streams are open as this service can hold.', { retry_after: 5 });
    }
    const own = [...listeners].filter((listener) => listener.agent_id === agent_id).length;
    if (own >= limits.event_streams) {
      throw refuse('rate_limited', `No more than ${limits.event_streams} streams of one key.`, { retry_after: 5 });
    }
  }

  return {
    kick,
    async stream(agent_id, after) {
      const now = await store.newest();
      // A place that is yet to come is of another database.
      const lost = after !== null && isBefore(now, after);
      const from = after === null || lost ? now : after;
      return (reader) => {
        checkRoom(agent_id);
        const listener: Listener = { agent_id, place: from, live: false, reader };
        join(listener, now);
        write(listener, `retry: ${retry}\n\n${signText('hello', from)}${lost ? signText('reset', from) : ''}`);
        void catchUp(listener);
      };
    },
    settled: async () => looking ?? undefined,
  };
}

const isFor = (row: EventRow, agent_id: number): boolean => row.for_agent_id === null || row.for_agent_id === agent_id;

const idOf = ({ tx, event_id }: Place): string => `${tx}-${event_id}`;

function rowText(row: EventRow): string {
  const { type, at, data } = row;
  return eventText({ id: idOf(row), event: type, data: JSON.stringify({ type, at: iso(at), ...JSON.parse(data) }) });
}

const signText = (type: 'hello' | 'reset', place: Place): string =>
  eventText({ id: idOf(place), event: type, data: JSON.stringify({ type }) });
