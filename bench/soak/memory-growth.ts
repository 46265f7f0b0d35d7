/** Memory growth of a process during a soak. */
import { quantile } from '../report.ts';

export interface Sample {
  /** Milliseconds since the start of the phase. */
  atMs: number;
  memory: number;
}

/** MB per minute, by least squares; 0 for fewer than two samples. */
export function slopeOf(samples: readonly Sample[]): number {
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanTime, meanMemory] = [meanOf(samples.map(({ atMs }) => atMs)), meanOf(samples.map(({ memory }) => memory))];
  let [covariance, variance] = [0, 0];
  for (const { atMs, memory } of samples) {
    covariance += (atMs - meanTime) * (memory - meanMemory);
    variance += (atMs - meanTime) ** 2;
  }
  return variance > 0 ? (covariance / variance) * 60_000 : 0;
}

/**
 * Growth from the first third to the last, in MB. Compares lower quartiles, because values above them are mostly due to garbage that
 * is not collected yet.
 */
export function growthOf(samples: readonly Sample[]): number {
  const thirdLength = Math.floor(samples.length / 3);
  if (thirdLength === 0) return 0;
  const lowerQuartile = (partSamples: readonly Sample[]) =>
    quantile(
      partSamples.map(({ memory }) => memory),
      0.25,
    );
  return lowerQuartile(samples.slice(-thirdLength)) - lowerQuartile(samples.slice(0, thirdLength));
}
