/** Simulates the connection of a preview's seats: a reliable, ordered stream whose latency and loss are reproducible from a seed. */
import { hash } from 'node:crypto';
import type { StudioGame } from '../../shared/bridge/contract.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { Environment } from '../tables/environment.ts';

export type NetworkSettings = StudioGame['network'];

export const perfectNetwork: NetworkSettings = { latency_ms: 0, loss_percent: 0 };

/** The shortest time after which a lost packet is sent again. */
const resendMs = 100;
const maxAttempts = 6;

/**
 * Milliseconds from sending a line to its arrival. Real tables use QUIC, where loss never drops a message: a lost packet is sent
 * again after a timeout that doubles.
 */
export function delayOf(
  { latency_ms, loss_percent }: NetworkSettings,
  seed: string,
  from: Role,
  number: number,
): number {
  let delayMs = latency_ms;
  let resendDelayMs = Math.max(resendMs, 3 * latency_ms);
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    if (pseudorandomFraction(`${seed}:${from}:${number}:${attempt}`) * 100 >= loss_percent) break;
    delayMs += resendDelayMs;
    resendDelayMs *= 2;
  }
  return delayMs;
}

/** A reproducible pseudorandom number from 0 to below 1. */
const pseudorandomFraction = (text: string): number => hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32;

/** One direction of the connection. Lines arrive in the order they were sent. */
export class SimulatedStream {
  readonly #environment: Environment;
  readonly #queue: (() => void)[] = [];
  #lastArrivalAt = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  send(delayMs: number, onArrival: () => void): void {
    const now = this.#environment.monotonic();
    this.#lastArrivalAt = Math.max(this.#lastArrivalAt, now + delayMs);
    const waitMs = this.#lastArrivalAt - now;
    this.#queue.push(onArrival);
    const deliverNext = () => this.#queue.shift()?.();
    if (waitMs <= 0) queueMicrotask(deliverNext);
    else this.#environment.after(Math.ceil(waitMs), deliverNext);
  }
}
