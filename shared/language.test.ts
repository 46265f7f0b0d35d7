import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it('uses the chosen language regardless of the system’s preferences', () => {
  expect(languageOf('en', ['zh-CN'])).toBe('en');
  expect(languageOf('zh-CN', ['en-GB'])).toBe('zh-CN');
});

it('otherwise uses the first available language that the system prefers', () => {
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
