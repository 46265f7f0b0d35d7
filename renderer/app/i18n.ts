import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { type Language, languageOf } from '../../shared/language.ts';
import type { English, RoomWords } from '../words/en.ts';

export type { RoomWords };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: English;
  }
}

/** What the window begins with, only in the language that is spoken. */
const first = { en: () => import('../words/en.ts'), 'zh-CN': () => import('../words/zh-CN.ts') };
/** The rest comes with the rooms that say it. */
const files = import.meta.glob<Record<string, unknown>>(
  '../words/*/{afterwards,identity,inbox,notices,protocols,record,settings,standings,studio}.json',
  {
    import: 'default',
  },
);

/** The rooms whose words are here, or on their way. */
const rooms = new Set<RoomWords>();

const wordsOf = async (language: Language) => (await first[language]()).words;

async function addRoomWords(language: string, room: RoomWords): Promise<void> {
  const sentences = await files[`../words/${language}/${room}.json`]?.();
  if (sentences) i18next.addResourceBundle(language, room, sentences);
}

export const fetchWords = (chosen: Settings['locale']) => wordsOf(languageOf(chosen, navigator.languages));

/** Readies the words of one language. Names of strangers are handed in isolated (shared/peer-text.ts). */
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

/** Before a room says anything that only it says. */
export async function readyRoomWords(room: RoomWords): Promise<void> {
  rooms.add(room);
  await addRoomWords(i18next.language, room);
}

let wanted: Language | null = null;

/** Goes over to what was chosen; of several choices in a row the last one holds. */
export async function speak(chosen: Settings['locale']): Promise<void> {
  const language = languageOf(chosen, navigator.languages);
  wanted = language;
  if (language === i18next.language) return;
  const words = await wordsOf(language);
  for (const [room, sentences] of Object.entries(words)) i18next.addResourceBundle(language, room, sentences);
  // Another room may be wanted meanwhile.
  for (let ready = -1; ready !== rooms.size; ) {
    ready = rooms.size;
    await Promise.all([...rooms].map((room) => addRoomWords(language, room)));
  }
  if (wanted === language) await i18next.changeLanguage(language);
}
