import type { Language } from '../../shared/language.ts';

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };
