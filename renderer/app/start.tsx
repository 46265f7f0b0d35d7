import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import '@fontsource-variable/besley/wght.css';
import '../look/mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectBridge } from '../bridge/connect.ts';
import { App } from './App.tsx';
import { LiveContext } from './context.tsx';
import { fetchWords, readyWords, speak } from './i18n.ts';
import { openLive } from './live.ts';
import { NotConnected } from './NotConnected.tsx';
import { asProblem } from './problem.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
const root = createRoot(place);

// On their way while main is asked; most people want their system's language.
void fetchWords('system').catch(() => {});
try {
  const live = await openLive(await connectBridge());
  await readyWords(live.app.getState().settings.locale);
  live.app.subscribe(({ settings }, before) => {
    // Where words can't be loaded, those on screen stay.
    if (settings.locale !== before.settings.locale) void speak(settings.locale).catch(() => {});
  });
  root.render(
    <StrictMode>
      <LiveContext value={live}>
        <App />
      </LiveContext>
    </StrictMode>,
  );
} catch (error) {
  const { code } = asProblem(error);
  await readyWords('system');
  root.render(<NotConnected why={code === 'unauthorized' ? 'link' : 'lost'} code={code} />);
}
