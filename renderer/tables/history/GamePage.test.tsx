import { expect, it } from 'vitest';
import { gameHistory, playedGames } from '../../../shared/tables/history.ts';
import { rowOf } from '../../../shared/tables/table-rows.ts';
import { renderPart } from '../../testing/render.tsx';
import { protocolIdNamed } from '../../testing/samples.ts';
import { historyTables } from '../../testing/scene-history.ts';
import { GamePage } from './GamePage.tsx';
import { GamesPage } from './GamesPage.tsx';

const rows = historyTables(1e12).map(rowOf);
const connectFour = protocolIdNamed('Connect Four');
const handlers = {
  history: {
    games: () => ({ games: playedGames(rows) }),
    game: ({ protocol_id, depth = 2 }: { protocol_id: string; depth?: number | undefined }) =>
      gameHistory(rows, protocol_id, depth)!,
  },
};

it('lists the games with their outcomes, and links to their pages', async () => {
  const screen = await renderPart(<GamesPage />, { handlers });
  const link = screen.getByRole('link', { name: 'Connect Four' });
  await expect.element(link).toHaveAttribute('href', `/tables/games/${connectFour}`);
  await expect.element(screen.getByRole('row', { name: /Connect Four/ })).toHaveTextContent('Connect Four1992267%');
});

it('shows outcomes as words, the rating, openings of any length, and links to the tables with each opponent', async () => {
  const screen = await renderPart(<GamePage protocolId={connectFour} />, { handlers });
  await expect.element(screen.getByRole('heading', { name: 'Connect Four' })).toBeVisible();
  for (const words of ['Won 19', 'Lost 9', 'Drawn 2', 'Unfinished 2'])
    await expect.element(screen.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  await expect.element(screen.getByRole('slider')).toBeVisible();
  const openings = screen.getByRole('table', { name: 'First moves' });
  await expect.element(openings.getByRole('row', { name: /^you column 4 they column 4/ })).toBeVisible();
  await screen.getByText('3', { exact: true }).first().click();
  await expect.element(openings.getByRole('row', { name: /^you column 4 they column 4 you column 3/ })).toBeVisible();
  const opponent = screen.getByRole('link', { name: 'tidewright' });
  await expect.element(opponent).toHaveAttribute('href', expect.stringContaining(`game=${connectFour}&with=`));
});
