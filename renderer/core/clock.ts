/**
 * Main's clock, by which every deadline and countdown is shown (`clockTime` in shared/bridge/shapes.ts). Main sends a reading every few
 * seconds; in between, this window's own monotonic clock continues it, so that neither the date nor its changes matter.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { clockEventMs } from '../../shared/bridge/clock-event.ts';
import type { BridgeClient } from '../bridge/client.ts';

export interface ReceivedClock {
  /** The current reading, milliseconds. Stands still while main doesn't respond. */
  now(): number;
  /** A reading from main. */
  set(reading: number): void;
  /** Call once a second: counts the time without a reading. */
  tick(): void;
  /** Whether main has sent no reading for too long. */
  isStopped(): boolean;
  /** How often a reading differed from what this window expected, so that timers set before are wrong. */
  corrections(): number;
  /** For `isStopped` and `corrections`. */
  subscribe(listener: () => void): () => void;
}

/** Without a reading for this long, main doesn't respond. */
const silentMs = 3 * clockEventMs;
/** A reading that is late by less was delayed on its way; otherwise main's clock stood still. */
const delayedMs = 1_000;

/** `ownNow`: a monotonic clock in milliseconds. */
export function createReceivedClock(ownNow: () => number = () => performance.now()): ReceivedClock {
  let reading = 0;
  let readAt = ownNow();
  let tickedAt = readAt;
  let silence = 0;
  let corrections = 0;
  const listeners = new Set<() => void>();
  const now = () => reading + Math.min(ownNow() - readAt, silentMs);
  const isStopped = () => silence >= silentMs;
  function update(ms: number, isCorrected = false) {
    const wasStopped = isStopped();
    silence = ms;
    if (isCorrected) corrections += 1;
    if (isStopped() !== wasStopped || isCorrected) for (const listener of listeners) listener();
  }
  return {
    now,
    set(newReading) {
      const lateMs = now() - newReading;
      reading = lateMs > 0 && lateMs < delayedMs ? now() : newReading;
      readAt = ownNow();
      update(0, Math.abs(lateMs) >= delayedMs);
    },
    tick() {
      const elapsed = ownNow() - tickedAt;
      tickedAt = ownNow();
      // After a longer pause this window itself was stopped.
      update(silence + Math.min(elapsed, clockEventMs));
    },
    isStopped,
    corrections: () => corrections,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const mainClock = createReceivedClock();
/** The community's clock, for its own times: invitations, the cap on rated games, messages. Unix milliseconds. */
export const communityClock = createReceivedClock();

/** Keeps both clocks in step with main. Resolves with the first reading. */
export async function followClocks(bridge: BridgeClient): Promise<void> {
  const set = ({ clock, community }: { clock: number; community: number }) => {
    mainClock.set(clock);
    communityClock.set(community);
  };
  bridge.app.on('clock', set);
  set(await bridge.app.clock({}));
  setInterval(mainClock.tick, 1000);
}

type Reader = Pick<ReceivedClock, 'now'>;

interface Ticker {
  /** The reading at the last tick. */
  readonly reading: () => number;
  /** Brings the reading up to date if nobody shows it yet. */
  readonly prepare: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Reads a clock at intervals for all who show it, so that two of them never show different seconds. It rests while nobody does. */
function createTicker(clock: Reader, intervalMs: number): Ticker {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading = clock.now();
  const read = () => {
    reading = clock.now();
    for (const listener of listeners) listener();
  };
  return {
    reading: () => reading,
    prepare() {
      if (listeners.size === 0) reading = clock.now();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        timer = setInterval(read, intervalMs);
        read();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const tickers = new WeakMap<Reader, Map<number, Ticker>>();

function tickerOf(clock: Reader, intervalMs: number): Ticker {
  const ofClock = tickers.get(clock) ?? new Map<number, Ticker>();
  tickers.set(clock, ofClock);
  const ticker = ofClock.get(intervalMs) ?? createTicker(clock, intervalMs);
  ofClock.set(intervalMs, ticker);
  return ticker;
}

const never = () => () => {};

/** The reading of main's clock, or of another, updated every `intervalMs` while `running`: the same for all who ask for it. */
export function useClock(running: boolean, intervalMs = 250, clock: Reader = mainClock): number {
  const ticker = tickerOf(clock, intervalMs);
  useState(ticker.prepare);
  return useSyncExternalStore(running ? ticker.subscribe : never, ticker.reading);
}

/** Whether main doesn't respond, so that clocks stand still. */
export const useClockStopped = (): boolean => useSyncExternalStore(mainClock.subscribe, mainClock.isStopped);

/** This computer's date when the clock reads `at`, in Unix milliseconds. For display only. */
export const wallTimeOf = (at: number, clock: Pick<ReceivedClock, 'now'> = mainClock): number =>
  Date.now() + at - clock.now();

/** A difference of the two clocks that boards would notice. */
const jumpMs = 500;

/** Counts the changes of this computer's date and time against main's clock, after which dates made of clock times are wrong. */
export function useClockJumps(running: boolean): number {
  const [jumps, setJumps] = useState(0);
  useEffect(() => {
    if (!running) return;
    let difference = wallTimeOf(0);
    const timer = setInterval(() => {
      if (Math.abs(wallTimeOf(0) - difference) < jumpMs) return;
      difference = wallTimeOf(0);
      setJumps((count) => count + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return jumps;
}
