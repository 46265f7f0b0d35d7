import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Router } from 'wouter';
import type { AppState } from '../../shared/bridge/contract.ts';
import { connection } from '../bridge/connection.ts';
import { useLessMotion, useRootAppearance } from '../core/appearance.ts';
import { useApp } from '../core/context.tsx';
import { useHashPath } from '../core/hash-location.ts';
import { lazyPart } from '../core/lazy-part.ts';
import { createQueryClient } from '../core/query-client.ts';
import { styleNonce } from '../core/style-nonce.ts';
import { useTheme } from '../core/theme.ts';
import { Frame } from './Frame.tsx';
import { cssVariables, fullMotionTheme, theme } from './mantine-theme.ts';
import { NotConnected } from './NotConnected.tsx';
import { ProblemToasts } from './ProblemToasts.tsx';
import { Toasts } from './Toasts.tsx';

const FirstRun = lazyPart(['identity'], async () => (await import('../identity/FirstRun.tsx')).FirstRun);
const LockedPage = lazyPart(['identity'], async () => (await import('../identity/LockedPage.tsx')).LockedPage);
const UnreadableKeyPage = lazyPart(
  ['identity'],
  async () => (await import('../identity/UnreadableKeyPage.tsx')).UnreadableKeyPage,
);

const phasePages: { [phase in AppState['phase']]?: typeof FirstRun } = {
  first_run: FirstRun,
  locked: LockedPage,
  unreadable: UnreadableKeyPage,
};

/** Loads the screen of this phase ahead of its first render. If it rejects, rendering tries again. */
export const preparePhase = async (phase: AppState['phase']): Promise<unknown> => phasePages[phase]?.prepare();

export function App() {
  const phase = useApp((app) => app.phase);
  const colorScheme = useTheme();
  useRootAppearance();
  const lessMotion = useLessMotion();
  const connectionState = useSyncExternalStore(connection.subscribe, connection.get);
  const [queries] = useState(createQueryClient);
  const PhasePage = phasePages[phase];
  const disconnected = connectionState === 'replaced' || connectionState === 'ended';
  return (
    <MantineProvider
      theme={lessMotion ? theme : fullMotionTheme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => styleNonce}
      forceColorScheme={colorScheme}
    >
      <Toasts />
      <ProblemToasts />
      <QueryClientProvider client={queries}>
        <Router hook={useHashPath}>
          {disconnected && (
            <NotConnected
              reason={connectionState === 'ended' ? 'link' : 'replaced'}
              onTakeOver={() => connection.takeOver()}
            />
          )}
          {!disconnected && PhasePage && <PhasePage />}
          {!disconnected && (phase === 'ready' || phase === 'registering') && <Frame />}
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}
