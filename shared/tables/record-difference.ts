/** Compares two copies of one record, frame by frame. */
import type { Direction } from '../protocol/spec.ts';
import { parseRecord } from './record-text.ts';
import { framesByDirection } from './verify-record.ts';

export interface Difference {
  /** Position among the frames of that direction, from 1. */
  frame: number;
  direction: Exclude<Direction, 'both'>;
  /** Lines in the two texts, from 1; null if that copy lacks the frame. */
  lines: [number | null, number | null];
  frames: [string | null, string | null];
}

/**
 * The first frame in which two copies of one record differ, in the order of the first copy; null if there is none. The directions are
 * compared separately, since frames that crossed in transit are recorded in a different order on each side.
 */
export function firstRecordDifference(a: string, b: string): Difference | null {
  const frameLists = [framesByDirection(parseRecord(a)), framesByDirection(parseRecord(b))];
  const differences = (['guest_to_host', 'host_to_guest'] as const).flatMap((direction): Difference[] => {
    const [leftFrames, rightFrames] = frameLists.map((frames) =>
      frames.filter((frame) => frame.direction === direction),
    );
    const length = Math.max(leftFrames!.length, rightFrames!.length);
    for (let index = 0; index < length; index += 1) {
      const [leftFrame, rightFrame] = [leftFrames![index], rightFrames![index]];
      if (leftFrame?.text === rightFrame?.text) continue;
      return [
        {
          frame: index + 1,
          direction,
          lines: [leftFrame?.number ?? null, rightFrame?.number ?? null],
          frames: [leftFrame?.text ?? null, rightFrame?.text ?? null],
        },
      ];
    }
    return [];
  });
  const lineOf = ({ lines: [leftFrames, rightFrames] }: Difference) => leftFrames ?? rightFrames ?? Infinity;
  return differences.sort((leftFrames, rightFrames) => lineOf(leftFrames) - lineOf(rightFrames))[0] ?? null;
}
