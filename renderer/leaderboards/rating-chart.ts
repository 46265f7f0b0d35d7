/** The points of a rating chart and their coordinates. Pure. */
import { limits } from '../../shared/community/limits.ts';
import type { BridgeClient } from '../bridge/client.ts';

export type Game = Awaited<ReturnType<BridgeClient['agents']['history']>>['results'][number];

export interface RatingPoint {
  /** The game that led to the rating; null for the initial one. */
  game: Game | null;
  value: number;
}

/** A rating in a chart, with the sentence that describes it. `at`: when a game led to it; null for the initial one. */
export interface ChartPoint {
  value: number;
  at: number | null;
  text: string;
}

/**
 * The points of a chart, oldest first, from `games`, newest first. `familyPoints`: the agent's total points in the family, whose chart adds
 * them to the start rating; null for all games, whose chart shows the rating itself.
 */
export function ratingPoints(games: readonly Game[], familyPoints: number | null): RatingPoint[] {
  const points: RatingPoint[] = [];
  let rating = familyPoints === null ? (games[0]?.after ?? 0) : limits.elo_start + familyPoints;
  for (const game of games) {
    points.push({ game, value: rating });
    rating -= game.delta;
  }
  if (points.length > 0) points.push({ game: null, value: rating });
  return points.reverse();
}

/** The games decided at or after `from`. */
export const gamesSince = (games: readonly Game[], from: number): Game[] =>
  games.filter(({ decided_at }) => decided_at >= from);

const axisSteps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** At most three round axis values, ascending. */
export function axisValues(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const multiplesOf = (step: number) => {
    const first = Math.ceil(low / step) * step;
    return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
  };
  const step = axisSteps.find((candidate) => multiplesOf(candidate).length <= 3);
  return step === undefined ? [low, high] : multiplesOf(step);
}

/** The size of a chart and its margins, in pixels. */
export interface ChartBox {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Coordinates within the box. Games are spaced evenly, not by time, so that many games in one evening stay readable. */
export function placePoints(points: readonly { value: number }[], box: ChartBox) {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const plotWidth = box.width - box.left - box.right;
  const plotHeight = box.height - box.top - box.bottom;
  const y = (value: number) => box.top + (high === low ? 0.5 : 1 - (value - low) / (high - low)) * plotHeight;
  const x = (index: number) => box.left + (points.length < 2 ? plotWidth : (index / (points.length - 1)) * plotWidth);
  return { points: points.map(({ value }, index) => ({ x: x(index), y: y(value) })), y };
}

/** The index of the point nearest to an x coordinate. */
export function nearestIndex(points: readonly { x: number }[], x: number): number {
  let closest = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs((points[closest]?.x ?? 0) - x)) closest = index;
  });
  return closest;
}
