/** Texts of menus, dialogs, tray and notifications, in the language of the window. */
import type { App } from 'electron';
import i18next from 'i18next';
import type { AppState } from '../../../shared/bridge/contract.ts';
import { withoutHanSpaces } from '../../../shared/han-spaces.ts';
import { type Language, languageOf, languages } from '../../../shared/language.ts';
import { desktopTexts } from '../../../shared/locales/program-texts.ts';
import { type ShownText, shownText } from '../../../shared/peer-text.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';

const resources = Object.fromEntries(languages.map((language) => [language, { desktop: desktopTexts[language] }]));

const i18n = i18next.createInstance();
await i18n.init({
  lng: 'en',
  supportedLngs: [...languages],
  fallbackLng: false,
  defaultNS: 'desktop',
  resources,
  interpolation: { escape: shownText },
});

export type Translate = (key: string, values?: { [name: string]: string | number }) => ShownText;

export interface Texts {
  /** In the system's language until `followLanguage` has received settings. */
  t: Translate;
  /** Uses the language of the settings from now on; calls back when it changes. Returns a function that unsubscribes. */
  followLanguage(core: Pick<ShellCore, 'onEvent'>, onChange: () => void): () => void;
}

export function createTexts(app: Pick<App, 'getPreferredSystemLanguages'>): Texts {
  const languageFor = (setting: Language | 'system') => languageOf(setting, app.getPreferredSystemLanguages());
  let language = languageFor('system');
  return {
    t: (key, values) => shownText(withoutHanSpaces(i18n.t(key, { lng: language, ...values }))),
    followLanguage: (core, onChange) =>
      core.onEvent((group, event, value) => {
        if (group !== 'app' || event !== 'changed') return;
        const newLanguage = languageFor((value as AppState).settings.locale);
        if (newLanguage === language) return;
        language = newLanguage;
        onChange();
      }),
  };
}
