import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Command, findCommands } from './find-commands.ts';

const command = (group: Command['group'], label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  group,
  label,
  run: () => {},
  ...more,
});
const all = [
  command('actions', 'Host a table', { keywords: 'new game play 开桌' }),
  command('actions', 'Play a house player', { keywords: 'game start 玩' }),
  command('rooms', 'Go to Tables'),
  command('tables', 'tidewright: Connect Four', { searchOnly: true }),
  command('tables', 'player one: Chess', { searchOnly: true }),
  command('tables', 'Replay: Chess', { searchOnly: true }),
  command('people', 'Hosteria', { searchOnly: true }),
  command('actions', 'Dark theme', { keywords: 'appearance night 深色' }),
];
const labels = (text: string) => findCommands(all, text).map(({ label }) => label);

describe('commands', () => {
  it('without text are the current ones, by group', () => {
    expect(labels('')).toEqual(['Go to Tables', 'Host a table', 'Play a house player', 'Dark theme']);
    expect(labels(' ')).toEqual(labels(''));
  });

  it('are found by all typed words, ignoring case, accents and order', () => {
    expect(labels('TABLE')).toEqual(['Host a table', 'Go to Tables']);
    expect(labels('four tide')).toEqual(['tidewright: Connect Four']);
    expect(labels('dárk')).toEqual(['Dark theme']);
    expect(labels('nothing')).toEqual([]);
  });

  it('rank by prefix of the label, its words, keywords, then substrings; actions before tables', () => {
    expect(labels('play')).toEqual(['Play a house player', 'player one: Chess', 'Host a table', 'Replay: Chess']);
    expect(labels('host')).toEqual(['Host a table', 'Hosteria']);
    expect(labels('game')).toEqual(['Host a table', 'Play a house player']);
  });

  it('are found by keywords in either language, but not by parts of English ones', () => {
    expect(labels('深色')).toEqual(['Dark theme']);
    expect(labels('桌')).toEqual(['Host a table']);
    expect(labels('pearance')).toEqual([]);
  });

  it('of one group are limited', () => {
    const many = Array.from({ length: 90 }, (_, i) => command('tables', `chess ${i}`, { searchOnly: true }));
    expect(findCommands([...many, command('protocols', 'Learn chess')], 'chess').at(-1)?.label).toBe('Learn chess');
  });
});

describe('keywords', () => {
  const read = (language: string) =>
    JSON.stringify(
      JSON.parse(readFileSync(new URL(`../locales/${language}/palette.json`, import.meta.url), 'utf8')).keywords,
    );
  it.each(['en', 'zh-CN'])('exist in both languages in the %s window', (language) => {
    const words = read(language);
    for (const word of [
      'play',
      'replay',
      'backup',
      'profile',
      'sound',
      'language',
      'chinese',
      '语言',
      '备份',
      '声音',
    ]) {
      expect(words, word).toContain(word);
    }
  });
});
