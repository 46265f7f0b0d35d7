import { expect, it } from 'vitest';
import { decisionSeconds } from '../tables/deadlines.ts';
import { availablePaces, chosenSeconds, namedPaceOf, paceOptions } from './pace.ts';

const parameters = { max_think_seconds: { type: 'integer', min: 1, max: 600, default: 20 } };
const names = (...args: Parameters<typeof availablePaces>) =>
  availablePaces(...args).map(({ name, seconds }) => `${name} ${seconds}`);

it('offers the paces within the spec’s bounds, or only the spec’s own time without such a parameter', () => {
  expect(names(parameters, 120)).toEqual(['quick 30', 'normal 120', 'relaxed 300', 'unhurried 600']);
  expect(names({ max_think_seconds: { type: 'integer', min: 60, max: 400 } }, 120)).toEqual([
    'normal 120',
    'relaxed 300',
  ]);
  expect(names(parameters, 30)).toEqual(['normal 30', 'relaxed 300', 'unhurried 600']);
  expect(names({}, 180)).toEqual(['normal 180']);
  expect(names({ max_think_seconds: { type: 'text' } }, 180)).toEqual(['normal 180']);
});

it('reads back the options it wrote', () => {
  for (const pace of availablePaces(parameters, 120)) {
    const options = paceOptions(pace);
    expect(chosenSeconds(parameters, options)).toBe(pace.name === 'normal' ? null : pace.seconds);
    expect(namedPaceOf(options)).toEqual(pace.name === 'normal' ? null : pace);
  }
});

it('ignores a value outside the spec’s bounds, and raises one below 10 seconds', () => {
  const read = (seconds: unknown) => chosenSeconds(parameters, { max_think_seconds: seconds as number });
  expect([read(45), read(1), read(20), read(601), read(30.5), read('30'), read(null)]).toEqual([
    45,
    10,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(chosenSeconds({}, { max_think_seconds: 30 })).toBeNull();
});

it('uses the chosen time, otherwise the spec’s', () => {
  const spec = { messages: [], decision: { timeout_seconds: 90 }, parameters } as never;
  expect(decisionSeconds(spec, { max_think_seconds: 300 })).toBe(300);
  expect(decisionSeconds(spec, { max_think_seconds: 20 })).toBe(90);
  expect(decisionSeconds(spec)).toBe(90);
});
