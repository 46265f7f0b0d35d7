import { describe, expect, it } from 'vitest';
import { axisValues, type Game, gamesSince, nearestIndex, placePoints, ratingPoints } from './rating-chart.ts';

const game = (number: number, before: number, delta: number, family = 'game:connect-four'): Game => ({
  session_id: String(number).padStart(64, '0'),
  family,
  side: 'guest',
  outcome: 'won',
  before,
  after: before + delta,
  delta,
  reason: delta ? 'awarded' : 'capped',
  decided_at: number * 1000,
  opponent_agent_id: 2,
  opponent_public_key: '0'.repeat(64),
  opponent_nickname: 'tidewright',
});
const values = (points: ReturnType<typeof ratingPoints>) => points.map(({ value }) => value);

describe('the points of a rating chart', () => {
  it('start at the initial rating and follow the games', () => {
    expect(values(ratingPoints([game(3, 1221, 0), game(2, 1216, 5), game(1, 1200, 16)], null))).toEqual([
      1200, 1216, 1221, 1221,
    ]);
    expect(ratingPoints([game(1, 1200, 16)], null)[0]?.game).toBeNull();
  });

  it('sum the gains within a family, even if older games are not loaded', () => {
    const newest = [game(9, 1290, 8), game(7, 1262, 16)];
    expect(values(ratingPoints(newest, 24))).toEqual([1200, 1216, 1224]);
    expect(values(ratingPoints(newest, 40))).toEqual([1216, 1232, 1240]);
  });

  it('are empty without games', () => expect(ratingPoints([], 0)).toEqual([]));

  it('exclude games before the start of the span', () => {
    expect(gamesSince([game(3, 1216, 0), game(1, 1200, 16)], 2000)).toHaveLength(1);
  });
});

describe('the layout of a rating chart', () => {
  it.each([
    [
      [1200, 1312],
      [1200, 1250, 1300],
    ],
    [
      [1200, 1216],
      [1200, 1210],
    ],
    [[1200, 1200], [1200]],
    [
      [1203, 1204],
      [1203, 1204],
    ],
    [
      [1200, 2900],
      [1500, 2000, 2500],
    ],
  ])('has at most three round axis values for %j', (values, axis) => expect(axisValues(values)).toEqual(axis));

  it('fills the height and spaces games evenly', () => {
    const points = ratingPoints([game(2, 1220, 20), game(1, 1200, 20)], null);
    const box = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
    expect(placePoints(points, box).points).toEqual([
      { x: 0, y: 100 },
      { x: 50, y: 50 },
      { x: 100, y: 0 },
    ]);
  });

  it('draws a constant rating in the middle', () => {
    const box = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
    expect(placePoints(ratingPoints([game(1, 1200, 0)], null), box).points.map(({ y }) => y)).toEqual([50, 50]);
  });

  it('finds the point nearest to the pointer', () => {
    expect([0, 24, 26, 300].map((x) => nearestIndex([{ x: 0 }, { x: 50 }, { x: 100 }], x))).toEqual([0, 0, 1, 2]);
  });
});
