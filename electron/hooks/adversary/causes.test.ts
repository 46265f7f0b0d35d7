import { expect, test } from 'vitest';
import { causesOf, changedFields } from './causes.ts';

const hole = (message: string, changed: string[], against = 'host') => ({
  against,
  message,
  accepted: { method: 'handle', changed },
});
const summaryOf = (attacks: Parameters<typeof causesOf>[0]) =>
  causesOf(attacks).map(({ attacks: alike, fields, messages }) => `${fields} of ${messages}: ${alike.length}`);

test('lies about the same field of any message have one cause, whatever else is wrong in them', () => {
  const attacks = [
    hole('load', ['turn', 'sacks']),
    hole('seal', ['turn']),
    hole('open', ['turn']),
    hole('open', ['side']),
  ];
  expect(summaryOf(attacks)).toEqual(['turn of seal,open,load: 3', 'side of open: 1']);
});

test('the two seats have their own causes, and so have messages at the wrong time', () => {
  const attacks = [hole('load', ['turn']), hole('load', ['turn'], 'guest'), hole('load', []), hole('open', [])];
  expect(causesOf(attacks)).toHaveLength(4);
  expect(causesOf([{ ...attacks[0]!, accepted: null }])).toEqual([]);
});

test('another message differs in its action alone', () => {
  expect(changedFields({ action: 'a', x: 1, y: [2] }, { action: 'a', x: 1, y: [3], z: 0 })).toEqual(['y', 'z']);
  expect(changedFields({ action: 'a', x: 1 }, { action: 'b', y: 1 })).toEqual(['action']);
});
