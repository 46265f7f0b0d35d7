import { describe, expect, it } from 'vitest';
import { isProcessorTaken } from './processor-share.ts';

/** The milliseconds that each piece of the work takes; the last one repeats. */
function taken(durations: readonly number[]): boolean {
  let time = 0;
  let piece = 0;
  return isProcessorTaken(
    () => time,
    () => {
      time += durations[Math.min(piece, durations.length - 1)]!;
      piece += 1;
    },
  );
}

describe('whether the processor is taken by others', () => {
  it('is not, while the work goes on at one speed, however slow', () => {
    expect(taken([0.4])).toBe(false);
    expect(taken([30])).toBe(false);
  });

  it('is not, if another program has the processor half of the time, or the first piece is still to be compiled', () => {
    expect(taken(Array.from({ length: 24 }, (_, at) => (at % 4 === 3 ? 5 : 1)))).toBe(false);
    expect(taken([9, 0.5])).toBe(false);
  });

  it('is, if it gets a turn only now and then', () => {
    expect(taken(Array.from({ length: 24 }, (_, at) => (at % 4 === 3 ? 40 : 1)))).toBe(true);
  });

  it('counts no piece that the clock is too coarse to measure', () => {
    expect(taken(Array.from({ length: 24 }, (_, at) => at % 2))).toBe(false);
  });
});
