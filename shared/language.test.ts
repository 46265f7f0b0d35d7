import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it('is the one that was chosen, whatever the system prefers', () => {
  expect(languageOf('en', ['zh-CN'])).toBe('en');
  expect(languageOf('zh-CN', ['en-GB'])).toBe('zh-CN');
});

it('is else the first the system prefers of those there are', () => {
  for (const [preferred, language] of [
    [['zh-CN', 'en'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-TW', 'en-US'], 'en'],
    [['zh-Hant', 'zh-CN'], 'zh-CN'],
    [['de-DE', 'zh-Hans'], 'zh-CN'],
    [['en-GB', 'zh-CN'], 'en'],
    [['de-DE'], 'en'],
    [['', 'not a tag', 'zh-CN'], 'zh-CN'],
    [[], 'en'],
  ] as const) {
    expect(languageOf('system', preferred), preferred.join()).toBe(language);
  }
});
