/** Which moments are news to announce, at a bounded rate: however much happens, and whoever causes it. Pure. */
import type { Moment } from './moments.ts';

/** Announced at once within a window of time. What else happens is announced together at its end. */
const burst = 3;
const windowMs = 20_000;
/** Each window that ends with news is followed by one twice as long, up to this. */
const longestWindowMs = 320_000;

export interface Novelties {
  /** When `next` has more to announce unless it is called before; null if it hasn't. */
  readonly nextAt: number | null;
  /**
   * What to announce of all current moments: one by itself, several together. `now`: monotonic milliseconds. What `announces` excludes is
   * known from now on, and not announced later either.
   */
  next(moments: readonly Moment[], now: number, announces?: (moment: Moment) => boolean): [Moment, ...Moment[]][];
}

export function createNovelties(): Novelties {
  /** Marks by the id of the moment. */
  const known = new Map<string, Set<string>>();
  /** The ids of what happened since it could be announced last. */
  const held = new Set<string>();
  const announcedIds = new Set<string>();
  let left = burst;
  let length = windowMs;
  let endsAt = Number.NEGATIVE_INFINITY;

  /** Numbers count up: an earlier state that shows again is no news. */
  function isNews({ id, mark }: Moment): boolean {
    const marks = known.get(id);
    return marks === undefined || !(marks.has(mark) || [...marks].some((each) => Number(each) >= Number(mark)));
  }

  function learn({ id, mark }: Moment): void {
    const marks = known.get(id);
    // The numbers before it are known with it.
    if (marks === undefined || !Number.isNaN(Number(mark))) known.set(id, new Set([mark]));
    else marks.add(mark);
  }

  function startWindow(now: number, newLength: number, newLeft: number): void {
    [length, endsAt, left] = [newLength, now + newLength, newLeft];
    announcedIds.clear();
  }

  return {
    get nextAt() {
      return held.size === 0 ? null : endsAt;
    },
    next(moments, now, announces = () => true) {
      const news = moments.filter(isNews);
      for (const moment of news) learn(moment);
      for (const moment of moments) if (!announces(moment)) held.delete(moment.id);
      const announced = news.filter(announces);
      const groups = announced.filter(isUrgent).map((moment): [Moment] => [moment]);
      const others = announced.filter((moment) => !isUrgent(moment));
      if (now >= endsAt && held.size > 0) {
        for (const { id } of others) held.add(id);
        const [first, ...more] = moments.filter(({ id }) => held.has(id));
        held.clear();
        if (!first) return groups;
        startWindow(now, Math.min(2 * length, longestWindowMs), 0);
        return [...groups, [first, ...more]];
      }
      for (const moment of others) {
        if (now >= endsAt) startWindow(now, windowMs, burst);
        // Guests wait for the user, and come only to tables that the user opened.
        if (announcedIds.has(moment.id) || (left <= 0 && moment.kind !== 'guests')) {
          held.add(moment.id);
          continue;
        }
        left -= 1;
        announcedIds.add(moment.id);
        groups.push([moment]);
      }
      return groups;
    },
  };
}

/** The user's own clock is running. */
const isUrgent = ({ kind }: Moment): boolean => kind === 'turn';
