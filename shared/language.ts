/** Supported languages, and the choice among them. */

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The user's choice, else the first supported one of the system's languages, else English. `preferred`: BCP 47 tags. */
export function languageOf(chosen: Language | 'system', preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  for (const tag of preferred) {
    const language = supportedLanguage(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** Matches Simplified Chinese only; for Traditional Chinese the user's next preference applies. */
function supportedLanguage(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'en') return 'en';
    return language === 'zh' && script === 'Hans' ? 'zh-CN' : null;
  } catch {
    return null;
  }
}
