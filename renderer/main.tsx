import './app/policy.ts';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import '@fontsource-variable/besley/wght.css';
import './look/mantine.css';
import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { LiveContext } from './app/context.tsx';
import { readyWords } from './app/i18n.ts';
import { openLive } from './app/live.ts';
import { NotConnected } from './app/NotConnected.tsx';
import { connectBridge } from './bridge/connect.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
const root = createRoot(place);

await readyWords();
try {
  const live = await openLive(await connectBridge());
  root.render(
    <StrictMode>
      <LiveContext value={live}>
        <App />
      </LiveContext>
    </StrictMode>,
  );
} catch (error) {
  console.error(error);
  root.render(<NotConnected />);
}
