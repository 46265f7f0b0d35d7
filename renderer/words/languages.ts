import type { Settings } from '../../shared/bridge/contract.ts';

/** The languages there are, in their own name. Each is loaded when it is wanted. */
export const languages = {
  en: { name: 'English', load: () => import('./en.ts') },
  'zh-CN': { name: '简体中文', load: () => import('./zh-CN.ts') },
} as const;
export type Language = keyof typeof languages;

/** The language a person chose, else the first one their system prefers of those there are, else English. */
export function languageOf(chosen: Settings['locale'], preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  for (const tag of preferred) {
    const found = spoken(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/** Chinese counts where it is written in the simplified script; a reader of the traditional one is not given the other. */
function spoken(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'en') return 'en';
    return language === 'zh' && script === 'Hans' ? 'zh-CN' : null;
  } catch {
    return null;
  }
}
