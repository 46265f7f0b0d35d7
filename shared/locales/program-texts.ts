// Written by `npm run languages` from the folders beside it.
import desktop_en from './en/desktop.json' with { type: 'json' };
import program_en from './en/program.json' with { type: 'json' };
import type { Language } from './languages.ts';
import desktop_zh_CN from './zh-CN/desktop.json' with { type: 'json' };
import program_zh_CN from './zh-CN/program.json' with { type: 'json' };

export const programTexts = {
  en: program_en,
  'zh-CN': program_zh_CN,
} satisfies { [tag in Language]: typeof program_en };

export const desktopTexts = {
  en: desktop_en,
  'zh-CN': desktop_zh_CN,
} satisfies { [tag in Language]: object };
