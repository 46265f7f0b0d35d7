/** The points of a rating chart and their coordinates. Pure. */
import { limits } from '../../shared/community/limits.ts';
import type { BridgeClient } from '../bridge/client.ts';

export type Game = Awaited<ReturnType<BridgeClient['agents']['history']>>['results'][number];

export interface RatingPoint {
  /** The game that led to the rating; null for the initial one. */
  game: Game | null;
  value: number;
}

/**
 * Oldest first; `games` are newest first. In a family every agent starts at the initial rating plus later changes,
 * which add up to `gained`; the chart of all games follows the rating itself.
 */
export function ratingPoints(games: readonly Game[], gained: number | null): RatingPoint[] {
  const points: RatingPoint[] = [];
  let after = gained === null ? (games[0]?.after ?? 0) : limits.elo_start + gained;
  for (const game of games) {
    points.push({ game, value: after });
    after -= game.delta;
  }
  if (points.length > 0) points.push({ game: null, value: after });
  return points.reverse();
}

/** The games of the last days, newest first. */
export const since = (games: readonly Game[], from: number): Game[] =>
  games.filter(({ decided_at }) => decided_at >= from);

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** At most three round axis values, ascending. */
export function axisValues(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const on = (step: number) => {
    const first = Math.ceil(low / step) * step;
    return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
  };
  const step = steps.find((each) => on(each).length <= 3);
  return step === undefined ? [low, high] : on(step);
}

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Spaced evenly by game, so that many games in one evening stay readable. */
export function pointsIn(points: readonly RatingPoint[], box: Box) {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const across = box.width - box.left - box.right;
  const down = box.height - box.top - box.bottom;
  const y = (value: number) => box.top + (high === low ? 0.5 : 1 - (value - low) / (high - low)) * down;
  const x = (index: number) => box.left + (points.length < 2 ? across : (index / (points.length - 1)) * across);
  return { points: points.map(({ value }, index) => ({ x: x(index), y: y(value) })), y };
}

/** The point nearest to an x coordinate. */
export function nearest(points: readonly { x: number }[], x: number): number {
  let found = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs((points[found]?.x ?? 0) - x)) found = index;
  });
  return found;
}
