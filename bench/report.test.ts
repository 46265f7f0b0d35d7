import { expect, test } from 'vitest';
import { type Baseline, baselineOf, findRegressions } from './baseline.ts';
import { budget, isMet, quantile, type Row, tableOf } from './report.ts';

const requests = (measured: number): Row => ({
  job: 'signed GET',
  measured,
  unit: 'requests/s',
  limit: { what: 'bare node:http', value: 1000 },
  goal: { atLeast: 1.2 },
});
const turn = (measured: number): Row => ({
  job: 'turn',
  measured,
  unit: 'ms',
  limit: { what: 'raw echo', value: 0.5 },
  goal: { atMost: 1.15 },
});
const start: Row = { job: 'start', measured: 2500, unit: 'ms', limit: budget(2000), goal: { atMost: 1 } };
const slowest: Row = { job: 'signed GET, p99', measured: 3, unit: 'ms', limit: { what: 'bare node:http', value: 2 } };

test('prints a line for each row, and which goals are met', () => {
  expect(tableOf([requests(1250), turn(0.6), start, slowest]).split('\n')).toEqual([
    'job                     measured  limit or peer                    ratio     goal  met',
    'signed GET       1250 requests/s  1000 requests/s, bare node:http   1.25   >= 1.2  yes',
    'turn                    0.600 ms  0.500 ms, raw echo                1.20  <= 1.15   NO',
    'start                    2500 ms  2000 ms, budget                   1.25     <= 1   NO',
    'signed GET, p99          3.00 ms  2.00 ms, bare node:http           1.50        -    -',
  ]);
});

test('counts a goal as met at its bound; a row without a goal neither meets nor misses', () => {
  expect(isMet(requests(1200))).toBe(true);
  expect(isMet(requests(1199))).toBe(false);
  expect(isMet(turn(0.575))).toBe(true);
  expect(isMet(turn(0.58))).toBe(false);
  expect(isMet(slowest)).toBeNull();
});

test('stores the ratios of rows with a goal, without times that depend on the machine, and keeps other rows', () => {
  const before: Baseline = { turn: 2, other: 3 };
  expect(baselineOf([requests(1234.56), turn(0.6), start, slowest], before)).toEqual({
    other: 3,
    'signed GET': 1.23,
    turn: 1.2,
  });
});

test('reports a ratio more than 15% worse than its baseline as a regression, in the direction of its goal', () => {
  const baseline: Baseline = { 'signed GET': 1.4, turn: 1, start: 0.5 };
  expect(findRegressions([requests(1191), turn(0.58), start, slowest], baseline)).toEqual([]);
  expect(findRegressions([requests(5000), turn(0.1)], baseline)).toEqual([]);
  expect(findRegressions([requests(1189), turn(0.595)], baseline)).toEqual([
    'signed GET: the ratio is 1.19; its baseline is 1.40.',
    'turn: the ratio is 1.19; its baseline is 1.00.',
  ]);
  expect(findRegressions([requests(1)], {})).toEqual([]);
});

test('computes quantiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 51, 100, 100]);
});
