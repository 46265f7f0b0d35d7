import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { withoutHanSpaces } from '../../shared/han-spaces.ts';
import { type Language, languageOf } from '../../shared/language.ts';
import { shownText } from '../../shared/peer-text.ts';
import { withUnbrokenValues } from '../../shared/unbroken-values.ts';
import type { English, LazyNamespace } from '../locales/en.ts';
import { startupNamespaces } from '../locales/namespaces.ts';

export type { LazyNamespace };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: English;
  }
}

type Texts = Record<string, unknown>;

/** Of one language only, those needed at startup in one file, the others together with the parts of the window that use them. */
const texts = import.meta.glob<Texts>(
  ['../../shared/locales/*/*.json', '!../../shared/locales/*/{desktop,language,program}.json'],
  { import: 'default' },
);

/** Namespaces that are loaded or being loaded. */
const requestedNamespaces = new Set<LazyNamespace>();

const loadTexts = (language: string, namespace: string): Promise<Texts> =>
  texts[`../../shared/locales/${language}/${namespace}.json`]!();

async function loadStartupTexts(language: Language): Promise<{ [namespace: string]: Texts }> {
  const entries = startupNamespaces.map(
    async (namespace) => [namespace, await loadTexts(language, namespace)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function addNamespace(language: string, namespace: LazyNamespace): Promise<void> {
  i18next.addResourceBundle(language, namespace, await loadTexts(language, namespace));
}

export const prefetchTranslations = (localeSetting: Settings['locale']) =>
  loadStartupTexts(languageOf(localeSetting, navigator.languages));

/** Initializes i18next for one language. Values are made safe to show; names should be isolated (shared/peer-text.ts). */
export async function initTranslations(localeSetting: Settings['locale']): Promise<void> {
  const language = languageOf(localeSetting, navigator.languages);
  const startupTexts = await loadStartupTexts(language);
  i18next.on('languageChanged', (newLanguage) => {
    document.documentElement.lang = newLanguage;
  });
  await i18next
    .use(initReactI18next)
    .use(spacing)
    .init({
      lng: language,
      // Translations are complete (shared/locales/translations.test.ts).
      fallbackLng: false,
      defaultNS: 'app',
      ns: Object.keys(startupTexts),
      resources: { [language]: startupTexts },
      interpolation: { escape: shownText },
      postProcess: spacing.name,
    });
}

/** Must resolve before anything uses the namespace. */
export async function loadNamespace(namespace: LazyNamespace): Promise<void> {
  requestedNamespaces.add(namespace);
  await addNamespace(i18next.language, namespace);
}

const spacing: PostProcessorModule = {
  ...{ type: 'postProcessor', name: 'spacing' },
  process: (text: string) => withUnbrokenValues(withoutHanSpaces(text)),
};

let targetLanguage: Language | null = null;

/** Switches the language; of concurrent calls the last one wins. */
export async function changeLanguage(localeSetting: Settings['locale']): Promise<void> {
  const language = languageOf(localeSetting, navigator.languages);
  targetLanguage = language;
  if (language === i18next.language) return;
  for (const [namespace, translations] of Object.entries(await loadStartupTexts(language)))
    i18next.addResourceBundle(language, namespace, translations);
  // More namespaces may be requested in the meantime.
  for (let loadedCount = -1; loadedCount !== requestedNamespaces.size; ) {
    loadedCount = requestedNamespaces.size;
    await Promise.all([...requestedNamespaces].map((namespace) => addNamespace(language, namespace)));
  }
  if (targetLanguage === language) await i18next.changeLanguage(language);
}
