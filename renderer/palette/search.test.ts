import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Command, findCommands } from './search.ts';

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

describe('commands of the palette', () => {
  it('are listed by group without typed text, except for the search-only ones', () => {
    expect(labels('')).toEqual(['Go to Tables', 'Host a table', 'Play a house player', 'Dark theme']);
    expect(labels(' ')).toEqual(labels(''));
  });

  it('match if they contain all typed words, ignoring case, accents and order', () => {
    expect(labels('TABLE')).toEqual(['Host a table', 'Go to Tables']);
    expect(labels('four tide')).toEqual(['tidewright: Connect Four']);
    expect(labels('dárk')).toEqual(['Dark theme']);
    expect(labels('nothing')).toEqual([]);
  });

  it('are ranked by prefixes of the label, its words and keywords, then by substrings; actions come first', () => {
    expect(labels('play')).toEqual(['Play a house player', 'player one: Chess', 'Host a table', 'Replay: Chess']);
    expect(labels('host')).toEqual(['Host a table', 'Hosteria']);
    expect(labels('game')).toEqual(['Host a table', 'Play a house player']);
  });

  it('are found by the name of a room before commands that only contain it', () => {
    const commands = [
      command('actions', 'Studio time', {}),
      command('actions', 'New Studio project'),
      command('rooms', 'Go to Studio', { name: 'Studio' }),
      command('rooms', 'Settings: Storage', { name: 'Storage' }),
    ];
    const found = (text: string) => findCommands(commands, text).map(({ label }) => label);
    expect(found('studio')).toEqual(['Go to Studio', 'Studio time', 'New Studio project']);
    expect(found('st')).toEqual(['Studio time', 'Go to Studio', 'Settings: Storage', 'New Studio project']);
    expect(found('go to st')[0]).toBe('Go to Studio');
  });

  it('match keywords in either language, but English ones only from their beginning', () => {
    expect(labels('深色')).toEqual(['Dark theme']);
    expect(labels('桌')).toEqual(['Host a table']);
    expect(labels('pearance')).toEqual([]);
  });

  it('are limited in number for each group', () => {
    const many = Array.from({ length: 90 }, (_, i) => command('tables', `chess ${i}`, { searchOnly: true }));
    expect(findCommands([...many, command('protocols', 'Learn chess')], 'chess').at(-1)?.label).toBe('Learn chess');
  });
});

describe('keywords', () => {
  const keywordsOf = (language: string) =>
    JSON.stringify(
      JSON.parse(readFileSync(new URL(`../../shared/locales/${language}/palette.json`, import.meta.url), 'utf8'))
        .keywords,
    );
  it.each(['en', 'zh-CN'])('include both languages in the %s texts', (language) => {
    const words = keywordsOf(language);
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
