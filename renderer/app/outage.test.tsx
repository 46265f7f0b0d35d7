import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { inboxStatusSchema } from '../../shared/bridge/inbox.ts';
import { useHashPath } from '../core/hash-location.ts';
import { Notices } from '../inbox/Quota.tsx';
import { LoadProblem } from '../leaderboards/LoadProblem.tsx';
import { emptyFilter } from '../lobby/filter.ts';
import { LobbyEmpty } from '../lobby/LobbyEmpty.tsx';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';

const problem = { code: 'database_unavailable', message: 'The database of the service is not available.' } as const;

it('says the same of a community’s outage everywhere, and not that the connection is at fault', async () => {
  const lobby = { status: 'offline', complete: false, problem, entries: [] } as never;
  const community = { ...appState('lobby', 'light').community, status: 'offline', problem } as const;
  const screen = await renderPart(
    <>
      <LobbyEmpty lobby={lobby} filter={emptyFilter} total={0} onChange={() => {}} />
      <LoadProblem error={problem} onRetry={() => {}} />
    </>,
    { app: { community } },
  );
  await expect.poll(() => screen.getByText(/has a storage problem/).elements()).toHaveLength(2);
  expect(screen.getByText(/responding|connection|offline/i).elements()).toEqual([]);
});

const unreachable = { code: 'community_unreachable', message: 'No answer.' } as const;
const stateWith = (status: 'online' | 'offline') => {
  const state = appState('lobby', 'light');
  const community = { ...state.community, status, problem: status === 'offline' ? unreachable : null };
  return { ...state, community } as const;
};

it('says of a failed try nothing that is so of the outage only, and nothing once the community responds again', async () => {
  const screen = await renderPart(<ProblemLine problem={unreachable} />, { app: stateWith('online') });
  const line = screen.getByRole('alert');
  // Tried before the outage was noticed.
  await expect.element(line).toBeVisible();
  screen.emit('app', 'changed', stateWith('offline'));
  await expect.poll(() => line.element().textContent).toContain('Try again once it responds.');
  expect(line.element().textContent).not.toMatch(/goes out|sent after|house/);
  screen.emit('app', 'changed', stateWith('online'));
  await expect.element(line).not.toBeInTheDocument();
});

it('says of the outage itself what goes on, and the inbox says it before it has asked for messages', async () => {
  const inbox = inboxStatusSchema.parse(exampleOf(inboxStatusSchema));
  const screen = await renderPart(
    <Router hook={useHashPath}>
      <ProblemNotice />
      <Notices inbox={{ ...inbox, status: 'live', problem: null }} />
    </Router>,
    { app: stateWith('offline') },
  );
  await expect.element(screen.getByText(/Results are sent after reconnecting/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/Sending and receiving resume after reconnecting/)).toBeVisible();
  location.hash = '#/tables';
  await expect.element(screen.getByText(/Results are sent after reconnecting/)).toBeVisible();
  location.hash = '#/';
});
