/** The choice among the languages, each of which is a folder of shared/locales. */
import { type Language, languages } from './locales/languages.ts';

export { type Language, languages };

/** The user's choice, else the first supported one of the system's languages, else English. `preferred`: BCP 47 tags. */
export function languageOf(chosen: Language | 'system', preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  for (const tag of preferred) {
    const language = supportedLanguage(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/**
 * The closest language in the same script, so that Simplified Chinese isn't shown to readers of Traditional Chinese: for them the next
 * preference applies.
 */
function supportedLanguage(tag: string): Language | null {
  try {
    const wanted = new Intl.Locale(tag).maximize();
    const [closest] = languages
      .map((candidate) => ({ candidate, ...partsOf(candidate) }))
      .filter(({ language, script }) => language === wanted.language && script === wanted.script)
      .toSorted((a, b) => Number(b.region === wanted.region) - Number(a.region === wanted.region));
    return closest?.candidate ?? null;
  } catch {
    return null;
  }
}

function partsOf(tag: string) {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  return { language, script, region };
}

/** The languages that an Accept-Language header asks for, best first: its ranges are weighted (RFC 9110, section 12.5.4). */
export function acceptedLanguages(header: string): string[] {
  const weightedTags = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parts] = range.split(';').map((part) => part.trim());
      const q = parts.find((part) => part.startsWith('q='));
      return { tag, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    });
  return weightedTags
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
