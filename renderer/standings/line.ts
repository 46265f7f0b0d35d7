/** The line of a rating: its points from the settled games, and where they lie in the picture. */
import { limits } from '../../shared/community/limits.ts';
import type { BridgeClient } from '../app/live.ts';

export type Game = Awaited<ReturnType<BridgeClient['agents']['history']>>['results'][number];

export interface LinePoint {
  /** After this game; null for what was before the first one shown. */
  game: Game | null;
  value: number;
}

/**
 * Oldest first. `games` come newest first. On the line of a family everybody starts with the same and has what was gained
 * in it, `gained` by now; the line of all games follows the rating itself.
 */
export function lineOf(games: readonly Game[], gained: number | null): LinePoint[] {
  const points: LinePoint[] = [];
  let after = gained === null ? (games[0]?.after ?? 0) : limits.elo_start + gained;
  for (const game of games) {
    points.push({ game, value: after });
    after -= game.delta;
  }
  if (points.length > 0) points.push({ game: null, value: after });
  return points.reverse();
}

/** The games of the last days, newest first as they came. */
export const since = (games: readonly Game[], from: number): Game[] =>
  games.filter(({ decided_at }) => decided_at >= from);

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** At most three round numbers along the line, lowest first. */
export function gridOf(values: readonly number[]): number[] {
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

/** Evenly by game, so that an evening of games is not one stroke. */
export function placed(points: readonly LinePoint[], box: Box) {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const across = box.width - box.left - box.right;
  const down = box.height - box.top - box.bottom;
  const y = (value: number) => box.top + (high === low ? 0.5 : 1 - (value - low) / (high - low)) * down;
  const x = (index: number) => box.left + (points.length < 2 ? across : (index / (points.length - 1)) * across);
  return { points: points.map(({ value }, index) => ({ x: x(index), y: y(value) })), y };
}

/** The point nearest to a place across the picture. */
export function nearest(points: readonly { x: number }[], x: number): number {
  let found = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs((points[found]?.x ?? 0) - x)) found = index;
  });
  return found;
}
