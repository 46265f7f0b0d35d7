/** The words of tray and notices, in the language of the window. */
import i18next from 'i18next';
import { type Language, languageOf, languages } from '../../../shared/language.ts';
import english from '../words/en/desktop.json' with { type: 'json' };
import chinese from '../words/zh-CN/desktop.json' with { type: 'json' };

const words = { en: { desktop: english }, 'zh-CN': { desktop: chinese } } satisfies Record<Language, object>;

const speaker = i18next.createInstance();
await speaker.init({
  lng: 'en',
  supportedLngs: [...languages],
  fallbackLng: false,
  defaultNS: 'desktop',
  resources: words,
  interpolation: { escapeValue: false },
});

export type Say = (key: string, parts?: { [name: string]: string | number }) => string;

export function wordsIn(chosen: Language | 'system', preferred: readonly string[]): Say {
  return speaker.getFixedT(languageOf(chosen, preferred), 'desktop') as unknown as Say;
}
