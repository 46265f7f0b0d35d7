import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { Router } from 'wouter';
import { connection } from '../bridge/connection.ts';
import { usePath } from './address.ts';
import { useApp } from './context.tsx';
import { Frame } from './Frame.tsx';
import { loaded } from './loaded.ts';
import { NotConnected } from './NotConnected.tsx';
import { styleNonce } from './policy.ts';
import { createQueries } from './queries.ts';
import { Toasts } from './Toasts.tsx';
import { cssVariables, theme } from './theme.ts';

const FirstRun = loaded(['identity'], async () => (await import('../identity/FirstRun.tsx')).FirstRun);
const Locked = loaded(['identity'], async () => (await import('../identity/Locked.tsx')).Locked);
const Unreadable = loaded(['identity'], async () => (await import('../identity/Unreadable.tsx')).Unreadable);

export function App() {
  const phase = useApp((app) => app.phase);
  const wanted = useApp((app) => app.settings.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const line = useSyncExternalStore(connection.subscribe, connection.get);
  const [queries] = useState(createQueries);
  const cut = line === 'replaced' || line === 'ended';
  const scheme = wanted === 'system' ? (systemDark ? 'dark' : 'light') : wanted;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => styleNonce}
      forceColorScheme={scheme}
    >
      <Toasts />
      <Router hook={usePath}>
        {cut && <NotConnected why={line === 'ended' ? 'link' : 'replaced'} onTakeOver={() => connection.takeOver()} />}
        <Suspense>
          {!cut && phase === 'first_run' && <FirstRun />}
          {!cut && phase === 'locked' && <Locked />}
          {!cut && phase === 'unreadable' && <Unreadable />}
        </Suspense>
        {!cut && (phase === 'ready' || phase === 'registering') && (
          <QueryClientProvider client={queries}>
            <Frame />
          </QueryClientProvider>
        )}
      </Router>
    </MantineProvider>
  );
}
