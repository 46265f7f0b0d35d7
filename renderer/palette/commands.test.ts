import { expect, it } from 'vitest';
import { type Command, found, keysHere } from './commands.ts';

const command = (group: Command['group'], label: string, asked = false): Command => ({
  id: label,
  group,
  label,
  asked,
  run: () => {},
});
const all = [
  command('actions', 'Host a table'),
  command('rooms', 'Go to Tables'),
  command('tables', 'tidewright: Connect Four', true),
  command('actions', 'Dark theme'),
];
const labels = (text: string) => found(all, text).map(({ label }) => label);

it('finds commands by all their words, and tables only when asked', () => {
  expect(labels('')).toEqual(['Go to Tables', 'Host a table', 'Dark theme']);
  expect(labels('TABLE')).toEqual(['Go to Tables', 'Host a table']);
  expect(labels('four tide')).toEqual(['tidewright: Connect Four']);
  expect(labels('dark')).toEqual(['Dark theme']);
  expect(labels('nothing')).toEqual([]);
});

it('puts what begins with the word first', () => {
  expect(labels('t')[0]).toBe('tidewright: Connect Four');
  expect(labels('host')[0]).toBe('Host a table');
});

it('writes Alt for Ctrl in the browser', () => {
  expect(keysHere('Ctrl Shift R', true)).toBe('Alt R');
  expect(keysHere('Ctrl 1', true)).toBe('Alt 1');
  expect(keysHere('Ctrl 1', false)).toBe('Ctrl 1');
});
