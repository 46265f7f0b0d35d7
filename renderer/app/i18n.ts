import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { type Language, languageOf } from '../../shared/language.ts';
import type { words as english } from '../words/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof english;
  }
}

/** Only the words of the language that is spoken are loaded. */
const load = { en: () => import('../words/en.ts'), 'zh-CN': () => import('../words/zh-CN.ts') };
const wordsOf = async (language: Language) => (await load[language]()).words;

export const fetchWords = (chosen: Settings['locale']) => wordsOf(languageOf(chosen, navigator.languages));

/** Readies the words of one language. Names of strangers are handed in isolated (look/peer-text.ts). */
export async function readyWords(chosen: Settings['locale']): Promise<void> {
  const language = languageOf(chosen, navigator.languages);
  const words = await wordsOf(language);
  i18next.on('languageChanged', (now) => {
    document.documentElement.lang = now;
  });
  await i18next.use(initReactI18next).init({
    lng: language,
    // Every language has every sentence, so that none is ever looked for in another.
    fallbackLng: false,
    defaultNS: 'app',
    ns: Object.keys(words),
    resources: { [language]: words },
    interpolation: { escapeValue: false },
  });
}

let wanted: Language | null = null;

/** Goes over to what was chosen; of several choices in a row the last one holds. */
export async function speak(chosen: Settings['locale']): Promise<void> {
  const language = languageOf(chosen, navigator.languages);
  wanted = language;
  if (language === i18next.language) return;
  const words = await wordsOf(language);
  for (const [room, sentences] of Object.entries(words)) i18next.addResourceBundle(language, room, sentences);
  if (wanted === language) await i18next.changeLanguage(language);
}
