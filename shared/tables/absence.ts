import { z } from 'zod';

/** Milliseconds that a side has been away, without a current absence, and that it may be before the table ends. */
export const absenceSchema = z.object({ used_ms: z.int(), allowed_ms: z.int() });

/**
 * How long the other side has been away: disconnected, or silent. Its time away adds up over the whole table, however often it returns,
 * and the table ends once the allowance is used up. A message that comes before its deadline gives back what was left until then. All
 * waiting for a side is therefore bounded by the deadlines of its messages plus the allowance.
 */
export class Absence {
  readonly allowedMs: number;
  /** Monotonic; null while the other side is here. */
  since: number | null = null;
  /** Milliseconds used up by earlier absences. */
  usedMs = 0;

  constructor(allowedMs: number) {
    this.allowedMs = allowedMs;
  }

  /** Monotonic time at which the allowance is used up; null while the other side is here. */
  get endsAt(): number | null {
    return this.since === null ? null : this.since + Math.max(0, this.allowedMs - this.usedMs);
  }

  begin(now: number) {
    this.since ??= now;
  }

  end(now: number, { counts }: { counts: boolean }) {
    if (this.since !== null && counts) this.usedMs += now - this.since;
    this.since = null;
  }

  giveBack(ms: number) {
    this.usedMs = Math.max(0, this.usedMs - ms);
  }
}
