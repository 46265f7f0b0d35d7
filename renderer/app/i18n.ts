import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import app from '../words/en/app.json' with { type: 'json' };
import hosting from '../words/en/hosting.json' with { type: 'json' };
import identity from '../words/en/identity.json' with { type: 'json' };
import lobby from '../words/en/lobby.json' with { type: 'json' };
import network from '../words/en/network.json' with { type: 'json' };
import palette from '../words/en/palette.json' with { type: 'json' };
import problems from '../words/en/problems.json' with { type: 'json' };
import protocols from '../words/en/protocols.json' with { type: 'json' };
import settings from '../words/en/settings.json' with { type: 'json' };
import standings from '../words/en/standings.json' with { type: 'json' };
import tables from '../words/en/tables.json' with { type: 'json' };
import trust from '../words/en/trust.json' with { type: 'json' };

export const english = {
  app,
  hosting,
  identity,
  lobby,
  network,
  palette,
  problems,
  protocols,
  settings,
  standings,
  tables,
  trust,
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof english;
  }
}

/** Readies all words. Names of strangers are handed in isolated (look/peer-text.ts). */
export async function readyWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'app',
    ns: Object.keys(english),
    resources: { en: english },
    interpolation: { escapeValue: false },
  });
}
