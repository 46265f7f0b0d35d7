import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { Router } from 'wouter';
import { connection } from '../bridge/connection.ts';
import { usePath } from '../core/address.ts';
import { useApp } from '../core/context.tsx';
import { lazyPart } from '../core/lazy-part.ts';
import { createQueries } from '../core/query-client.ts';
import { styleNonce } from '../core/style-nonce.ts';
import { useTheme } from '../core/theme.ts';
import { Frame } from './Frame.tsx';
import { cssVariables, theme } from './mantine-theme.ts';
import { NotConnected } from './NotConnected.tsx';
import { Toasts } from './Toasts.tsx';

const FirstRun = lazyPart(['identity'], async () => (await import('../identity/FirstRun.tsx')).FirstRun);
const Locked = lazyPart(['identity'], async () => (await import('../identity/Locked.tsx')).Locked);
const Unreadable = lazyPart(['identity'], async () => (await import('../identity/Unreadable.tsx')).Unreadable);

export function App() {
  const phase = useApp((app) => app.phase);
  const scheme = useTheme();
  const connectionState = useSyncExternalStore(connection.subscribe, connection.get);
  const [queries] = useState(createQueries);
  const disconnected = connectionState === 'replaced' || connectionState === 'ended';
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => styleNonce}
      forceColorScheme={scheme}
    >
      <Toasts />
      <QueryClientProvider client={queries}>
        <Router hook={usePath}>
          {disconnected && (
            <NotConnected
              why={connectionState === 'ended' ? 'link' : 'replaced'}
              onTakeOver={() => connection.takeOver()}
            />
          )}
          <Suspense>
            {!disconnected && phase === 'first_run' && <FirstRun />}
            {!disconnected && phase === 'locked' && <Locked />}
            {!disconnected && phase === 'unreadable' && <Unreadable />}
          </Suspense>
          {!disconnected && (phase === 'ready' || phase === 'registering') && <Frame />}
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}
