/** Supported languages, and the choice among them. */

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The user's choice, otherwise the first supported language of the system's, otherwise English. */
export function languageOf(chosen: Language | 'system', preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  for (const tag of preferred) {
    const found = spoken(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/** Simplified Chinese only; readers of Traditional Chinese get their next language. */
function spoken(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'en') return 'en';
    return language === 'zh' && script === 'Hans' ? 'zh-CN' : null;
  } catch {
    return null;
  }
}
