import '../ui/mantine.css';
import '../ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RenderResult, render } from 'vitest-browser-react';
import type { AppState } from '../../shared/bridge/contract.ts';
import { cssVariables, theme } from '../app/mantine-theme.ts';
import { followClocks } from '../core/clock.ts';
import { LiveContext } from '../core/context.tsx';
import { keepFocus } from '../core/focus-keeper.ts';
import { initTranslations, type LazyNamespace, loadNamespace } from '../core/i18n.ts';
import { prepareKeys } from '../core/keys.ts';
import { openLive } from '../core/live.ts';
import { createQueryClient } from '../core/query-client.ts';
import { createFakeBridge, type FakeBridge, type FakeHandlers } from './fake-bridge.ts';
import { appState } from './scenes.ts';

interface RenderOptions {
  app?: Partial<AppState>;
  handlers?: FakeHandlers;
  /** More texts than the usual ones. */
  texts?: readonly LazyNamespace[];
}

interface Rendered extends RenderResult {
  /** Replaces the rendered part. */
  show(next: ReactNode): Promise<void>;
  /** Emits an event of the fake bridge. */
  emit: FakeBridge<'web'>['emit'];
}

prepareKeys(window);
keepFocus();

/** Renders a part of the window as the app does, in English and over a fake bridge. */
export async function renderPart(
  part: ReactNode,
  { app, handlers = {}, texts = [] }: RenderOptions = {},
): Promise<Rendered> {
  const state = () => ({ ...appState('lobby', 'light'), ...app });
  const { client, emit } = createFakeBridge({ ...handlers, app: { state, ...handlers.app } });
  const [live] = await Promise.all([openLive(client), followClocks(client)]);
  await initTranslations('en');
  await Promise.all(
    (
      [
        'afterwards',
        'analysis',
        'chat',
        'clients',
        'history',
        'identity',
        'inbox',
        'leaderboards',
        'notices',
        'palette',
        'protocols',
        'record',
        'settings',
        'studio',
        'tables',
        ...texts,
      ] as const
    ).map(loadNamespace),
  );
  const queries = createQueryClient();
  const within = (shown: ReactNode) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="light">
      <QueryClientProvider client={queries}>
        <LiveContext value={live}>{shown}</LiveContext>
      </QueryClientProvider>
    </MantineProvider>
  );
  const screen = await render(within(part));
  return { ...screen, emit, show: (next: ReactNode) => screen.rerender(within(next)) };
}

/** The frames of boards in the document. */
export const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')];
