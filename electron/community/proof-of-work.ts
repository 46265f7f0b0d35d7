/** Registration's proof of work, searched in worker threads so that main stays free; it can be stopped at any time. */
import { Worker } from 'node:worker_threads';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { ParlorError } from '../../shared/errors.ts';
import { challengeNonce, checkParts, hex64 } from '../../shared/signing/grammar.ts';
import type { SearchOrder, SearchReport } from './proof-of-work-worker.ts';

export interface Challenge {
  nonce: string;
  public_key: string;
  /** Leading zero bytes wanted. */
  difficulty: number;
}

export interface WorkProgress {
  tries: number;
  /** Probability that so many tries were enough, 0 to 1. */
  chance: number;
}

export interface WorkOptions {
  signal?: AbortSignal;
  onProgress?: (progress: WorkProgress) => void;
  /** The worker's script, where it does not lie beside this file (a bundle). */
  worker?: URL;
}

/** More than this takes hours; a service that asks for it means harm or is misconfigured. */
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
      `The community asks for a proof of work of difficulty ${difficulty}; Parlor does 0 to ${maximumDifficulty}. Nothing was sent.`,
      { difficulty, maximum: maximumDifficulty },
    );
  }
  checkParts({ nonce: challengeNonce, public_key: hex64 }, { nonce, public_key });
  if (options.signal?.aborted) throw cancelled();

  // Starting a second thread costs more than it saves where a tenth of a second is enough.
  const step = difficulty >= 3 ? 2 : 1;
  const script = options.worker ?? new URL('./proof-of-work-worker.ts', import.meta.url);
  const workers = Array.from({ length: step }, (_, lane) => {
    const workerData: SearchOrder = { nonce, public_key, difficulty, lane, step };
    return new Worker(script, { workerData });
  });
  let stop: (() => void) | undefined;
  try {
    const counter = await new Promise<number>((resolve, reject) => {
      let tries = 0;
      stop = () => reject(cancelled());
      options.signal?.addEventListener('abort', stop, { once: true });
      for (const worker of workers) {
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('a proof-of-work thread ended without a counter')));
        worker.on('message', (report: SearchReport) => {
          tries += report.tries;
          options.onProgress?.({ tries, chance: chanceAfter(tries, difficulty) });
          if (report.counter !== null) resolve(report.counter);
        });
      }
    });
    if (!meetsDifficulty(nonce, public_key, counter, difficulty)) {
      throw new Error('the proof-of-work search and the rule disagree');
    }
    return { counter };
  } finally {
    if (stop) options.signal?.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Probability of at least one hit in `tries` tries. */
export function chanceAfter(tries: number, difficulty: number): number {
  return -Math.expm1(tries * Math.log1p(-(256 ** -difficulty)));
}

function cancelled(): ParlorError {
  return new ParlorError('cancelled', 'The proof of work was stopped. Nothing was sent.');
}
