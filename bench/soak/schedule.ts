/** Schedules the faults of a soak: a pure function of the seed. */
import { seededRandom } from '../../service/testing/random-load.ts';

export type Fault =
  /** SIGKILL, then a new process on the same files. */
  | { kind: 'kill service' | 'kill house' }
  | { kind: 'kill players'; process: number }
  /** Every connection between peers of this process is cut, and none can be made for a while. */
  | { kind: 'cut peers'; process: number; durationMs: number }
  /** For this process's agents the community is unreachable, loses its responses, or is slow. */
  | { kind: 'community away' | 'responses lost'; process: number; durationMs: number }
  | { kind: 'community slow'; process: number; durationMs: number; delayMs: number }
  /** The service's clock has this offset from now on. */
  | { kind: 'clock'; offsetMs: number };

export type FaultKind = Fault['kind'];
/** `atMs`: since the start of the schedule. */
export type ScheduledFault = { atMs: number } & Fault;

/** Relative frequency of each fault. */
const weights: readonly (readonly [FaultKind, number])[] = [
  ['kill service', 3],
  ['kill house', 1],
  ['kill players', 5],
  ['cut peers', 4],
  ['community away', 2],
  ['responses lost', 2],
  ['community slow', 2],
  ['clock', 3],
];

/** Seconds. Seats follow no more than 300 without consent. */
const clockOffsets = [0, 0, 1, -1, 60, -60, 290, -290];

/** Shorter than the grace period of the players. */
const maxFaultMs = 15_000;

export interface ScheduleOptions {
  seed: number;
  /** Faults are scheduled within this time. */
  durationMs: number;
  /** Mean time between two faults. */
  meanGapMs: number;
  /** Number of processes with players. */
  processes: number;
}

/** In chronological order. */
export function createSchedule({ seed, durationMs, meanGapMs, processes }: ScheduleOptions): ScheduledFault[] {
  const random = seededRandom(seed);
  const totalWeight = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const scheduledFaults: ScheduledFault[] = [];
  for (let atMs = randomGap(); atMs < durationMs; atMs += randomGap()) scheduledFaults.push({ atMs, ...randomFault() });
  return scheduledFaults;

  /** Exponentially distributed, so that faults also occur in quick succession. */
  function randomGap(): number {
    return -Math.log(1 - random()) * meanGapMs;
  }

  function randomFault(): Fault {
    let remaining = random() * totalWeight;
    const kind = weights.find(([, weight]) => {
      remaining -= weight;
      return remaining < 0;
    })![0];
    const process = Math.floor(random() * processes);
    const durationMs = 500 + random() * (maxFaultMs - 500);
    switch (kind) {
      case 'kill service':
      case 'kill house':
        return { kind };
      case 'kill players':
        return { kind, process };
      case 'community slow':
        return { kind, process, durationMs, delayMs: 50 + random() * 2_000 };
      case 'clock':
        return { kind, offsetMs: clockOffsets[Math.floor(random() * clockOffsets.length)]! * 1_000 };
      default:
        return { kind, process, durationMs };
    }
  }
}
