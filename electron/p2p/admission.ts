/**
 * Which peers may begin the handshake of a connection. Each costs this process milliseconds that its other tables wait, long before it is
 * known who comes. So only so many begin in a second, at all endpoints together, and the others wait for their turn.
 */
import { createTokenBucket, type Rate } from '../../shared/token-bucket.ts';
import { FairQueue, type QueueLimits, type Sources } from './fair-queue.ts';

export interface AdmissionLimits extends Rate, QueueLimits {}

export class Admission {
  readonly #takeToken: (now: number) => boolean;
  readonly #queue: FairQueue<(isAdmitted: boolean) => void>;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: AdmissionLimits) {
    this.#takeToken = createTokenBucket(limits);
    this.#queue = new FairQueue(limits);
    this.#intervalMs = 1_000 / limits.perSecond;
  }

  /** Whether peers have to wait. */
  get isCrowded(): boolean {
    return !this.#queue.isEmpty;
  }

  /** Resolves once it is the turn of this peer; false if it gives way to others. `sources`: see peer-source.ts. */
  wait(sources: Sources): Promise<boolean> {
    const now = performance.now();
    if (this.#queue.isEmpty && this.#takeToken(now)) {
      this.#queue.countTurn(sources, now);
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#queue.add(sources, resolve, now)?.(false);
    this.#timer ??= setTimeout(() => this.#admit(), this.#intervalMs);
    return promise;
  }

  /** The peer that was admitted has come to play: its handshake no longer counts against its sources. */
  welcome(sources: Sources): void {
    this.#queue.giveBack(sources, performance.now());
  }

  #admit(): void {
    const now = performance.now();
    while (!this.#queue.isEmpty && this.#takeToken(now)) this.#queue.next(now)(true);
    this.#timer = this.#queue.isEmpty ? undefined : setTimeout(() => this.#admit(), this.#intervalMs);
  }
}
