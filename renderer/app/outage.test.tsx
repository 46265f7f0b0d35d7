import { expect, it } from 'vitest';
import { LoadProblem } from '../leaderboards/LoadProblem.tsx';
import { emptyFilter } from '../lobby/filter.ts';
import { LobbyEmpty } from '../lobby/LobbyEmpty.tsx';
import { renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';

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
