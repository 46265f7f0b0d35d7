/** The proof of work for registration, searched in slices or in worker threads, so that main stays responsive. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { ParlorError } from '../../shared/errors.ts';
import { challengeNonce, checkParts, hex64 } from '../../shared/signing/grammar.ts';
import { entryUrl } from '../installation.ts';
import { createSearch } from './search.ts';
import { runLength } from './simd-search.ts';
import type { SearchReport, SearchTask } from './worker.ts';

export interface Challenge {
  nonce: string;
  public_key: string;
  /** Required leading zero bytes. */
  difficulty: number;
}

export interface WorkProgress {
  tries: number;
  /** Probability that this many attempts suffice, 0 to 1. */
  chance: number;
}

export interface WorkOptions {
  signal?: AbortSignal;
  /** Called immediately, and with each report of the search. */
  onProgress?: (progress: WorkProgress) => void;
  /** Replaces the worker's script, in tests. */
  worker?: URL;
}

const threads = 2;
/** Milliseconds between two reports of a search without threads. */
const reportMs = 100;

/** A higher difficulty would take hours; a service that requires it is malicious or misconfigured. */
export const maximumDifficulty = 4;

/**
 * A counter (plain non-negative integer; up to difficulty 3 almost always below 10^8) that meets the challenge.
 * @throws ParlorError `excessive_difficulty` and `invalid_field` before any work, `cancelled` when the signal fires.
 */
export async function solveProofOfWork(challenge: Challenge, options: WorkOptions = {}): Promise<{ counter: number }> {
  const { nonce, public_key, difficulty } = challenge;
  if (!Number.isInteger(difficulty) || difficulty < 0 || difficulty > maximumDifficulty) {
    throw new ParlorError(
      'excessive_difficulty',
      `The community asks for a proof of work of difficulty ${difficulty}; Parlor accepts 0 to ${maximumDifficulty}. Nothing was sent.`,
      { difficulty, maximum: maximumDifficulty },
    );
  }
  checkParts({ nonce: challengeNonce, public_key: hex64 }, { nonce, public_key });
  if (options.signal?.aborted) throw cancelledError();

  const search = difficulty <= threadlessDifficulty ? searchInSlices : searchInThreads;
  options.onProgress?.({ tries: 0, chance: 0 });
  const counter = await search(challenge, options);
  if (!meetsDifficulty(nonce, public_key, counter, difficulty)) {
    throw new Error('the proof-of-work search returned a counter that does not meet the difficulty');
  }
  return { counter };
}

/** Up to this difficulty, the search takes less time than starting a thread. */
const threadlessDifficulty = 2;

/** Each slice takes about a millisecond; other work can run between two slices. */
async function searchInSlices(challenge: Challenge, { signal, onProgress }: WorkOptions): Promise<number> {
  const { nonce, public_key, difficulty } = challenge;
  const search = createSearch(nonce, public_key, difficulty);
  let reportedAt = performance.now();
  for (let tries = 0; ; ) {
    const counter = search(tries, tries + runLength);
    if (counter !== null) return counter;
    tries += runLength;
    if (performance.now() - reportedAt >= reportMs) {
      onProgress?.({ tries, chance: chanceAfter(tries, difficulty) });
      reportedAt = performance.now();
    }
    await yieldToEventLoop();
    if (signal?.aborted) throw cancelledError();
  }
}

async function searchInThreads(challenge: Challenge, options: WorkOptions): Promise<number> {
  const script = options.worker ?? entryUrl('proof-of-work-worker');
  const workers = Array.from({ length: threads }, (_, index) => {
    const workerData: SearchTask = { ...challenge, index, step: threads };
    return new Worker(script, { workerData });
  });
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<number>((resolve, reject) => {
      let tries = 0;
      onAbort = () => reject(cancelledError());
      options.signal?.addEventListener('abort', onAbort, { once: true });
      for (const worker of workers) {
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('a proof-of-work thread ended without a counter')));
        worker.on('message', (report: SearchReport) => {
          tries += report.tries;
          options.onProgress?.({ tries, chance: chanceAfter(tries, challenge.difficulty) });
          if (report.counter !== null) resolve(report.counter);
        });
      }
    });
  } finally {
    if (onAbort) options.signal?.removeEventListener('abort', onAbort);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Probability of at least one hit in `tries` attempts. */
export function chanceAfter(tries: number, difficulty: number): number {
  return -Math.expm1(tries * Math.log1p(-(256 ** -difficulty)));
}

function cancelledError(): ParlorError {
  return new ParlorError('cancelled', 'The proof of work was stopped. Nothing was sent.');
}
