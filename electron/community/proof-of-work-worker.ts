/** One searching thread: takes every `step`-th chunk of counters from its own on, so that low counters are tried first. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSearch } from './proof-of-work-search.ts';

export interface SearchOrder {
  nonce: string;
  public_key: string;
  difficulty: number;
  /** Which of `step` threads this is, from 0. */
  lane: number;
  step: number;
}

/** `tries` since the last report; a `counter` is a hit and the last report. */
export interface SearchReport {
  tries: number;
  counter: number | null;
}

const chunk = 32_768;
/** Chunks between two reports: some ten reports a second. */
const reportEvery = 12;

const { nonce, public_key, difficulty, lane, step } = workerData as SearchOrder;
const search = createSearch(nonce, public_key, difficulty);
const report = (value: SearchReport) => parentPort?.postMessage(value);

let tries = 0;
for (let index = lane; ; index += step) {
  const from = index * chunk;
  const counter = search(from, from + chunk);
  tries += counter === null ? chunk : counter - from + 1;
  if (counter !== null) {
    report({ tries, counter });
    break;
  }
  if (tries >= chunk * reportEvery) {
    report({ tries, counter: null });
    tries = 0;
  }
}
