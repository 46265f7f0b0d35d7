// Written by `npm run languages` from the folders beside it.
import language_en from './en/language.json' with { type: 'json' };
import language_zh_CN from './zh-CN/language.json' with { type: 'json' };

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

export const languageTexts = {
  en: language_en,
  'zh-CN': language_zh_CN,
} satisfies { [tag in Language]: typeof language_en };
