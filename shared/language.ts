/** The languages Parlor speaks, and which of them a person reads. */

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The language a person chose, else the first one their system prefers of those there are, else English. */
export function languageOf(chosen: Language | 'system', preferred: readonly string[]): Language {
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
