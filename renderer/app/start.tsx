/** Starts the window: connects to main, loads the state and the texts, and renders the app, or why it can't connect. */
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import '@fontsource-variable/besley/wght.css';
import '../ui/mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Settings } from '../../shared/bridge/contract.ts';
import { languageOf } from '../../shared/language.ts';
import { connectBridge } from '../bridge/connect.ts';
import { attempt } from '../core/attempt.ts';
import { followClocks } from '../core/clock.ts';
import { LiveContext } from '../core/context.tsx';
import { keepFocus } from '../core/focus-keeper.ts';
import { changeLanguage, initTranslations, prefetchTranslations } from '../core/i18n.ts';
import { prepareKeys } from '../core/keys.ts';
import { openLive } from '../core/live.ts';
import { asProblem } from '../core/problem.ts';
import { App, preparePhase } from './App.tsx';
import { NotConnected, type NotConnectedProps } from './NotConnected.tsx';

/** By the error code of `connectBridge`. */
const reasons: { [code: string]: NotConnectedProps['reason'] } = {
  unauthorized: 'link',
  in_use: 'replaced',
  forbidden: 'foreign',
};

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root element.');
const root = createRoot(container);
prepareKeys(window);
keepFocus();

// Loaded while the window connects; most users keep their system's language.
void prefetchTranslations('system').catch(() => {});
// Not awaited: lazily loaded parts import this module, so awaiting them at the top level would deadlock.
void start();

async function start(takeOver = false): Promise<void> {
  try {
    await renderApp(takeOver);
  } catch (error) {
    const { code } = asProblem(error);
    await initTranslations('system');
    root.render(<NotConnected reason={reasons[code] ?? 'lost'} code={code} onTakeOver={() => void start(true)} />);
  }
}

async function renderApp(takeOver: boolean): Promise<void> {
  const bridge = await connectBridge(takeOver);
  const [live] = await Promise.all([openLive(bridge), followClocks(bridge)]);
  const labelProtocols = (locale: Settings['locale']) => live.setLabelLanguage(languageOf(locale, navigator.languages));
  const { settings, phase } = live.app.getState();
  const { locale } = settings;
  await Promise.all([initTranslations(locale).then(() => preparePhase(phase).catch(() => {})), labelProtocols(locale)]);
  live.app.subscribe(({ settings }, previousState) => {
    if (settings.locale === previousState.settings.locale) return;
    // If loading fails, the current language stays.
    attempt(() => changeLanguage(settings.locale).then(() => labelProtocols(settings.locale)));
  });
  root.render(
    <StrictMode>
      <LiveContext value={live}>
        <App />
      </LiveContext>
    </StrictMode>,
  );
}
