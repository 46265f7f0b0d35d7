/** One of several search threads: tries every `step`-th chunk of counters, from low to high. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSearch } from './search.ts';
import { runLength } from './simd-search.ts';

export interface SearchTask {
  nonce: string;
  public_key: string;
  difficulty: number;
  /** The number of this thread among `step` threads, from 0. */
  index: number;
  step: number;
}

/** `tries` since the previous report. A `counter` is a hit, and ends the reports. */
export interface SearchReport {
  tries: number;
  counter: number | null;
}

/** A multiple of the run length, so that every chunk consists of complete runs. */
const chunkSize = 2 * runLength;
/** Milliseconds between two reports. */
const reportMs = 100;

const { nonce, public_key, difficulty, index: threadIndex, step } = workerData as SearchTask;
const search = createSearch(nonce, public_key, difficulty);
const report = (value: SearchReport) => parentPort?.postMessage(value);

let tries = 0;
let reportedAt = performance.now();
for (let index = threadIndex; ; index += step) {
  const start = index * chunkSize;
  const counter = search(start, start + chunkSize);
  tries += counter === null ? chunkSize : counter - start + 1;
  if (counter !== null) {
    report({ tries, counter });
    break;
  }
  if (performance.now() - reportedAt >= reportMs) {
    report({ tries, counter: null });
    tries = 0;
    reportedAt = performance.now();
  }
}
