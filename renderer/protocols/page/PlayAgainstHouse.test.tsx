import { expect, it, vi } from 'vitest';
import type { AppState, LobbyEntry, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { renderPart } from '../../testing/render.tsx';
import { openTable } from '../../testing/samples.ts';
import { lobbyPages } from '../../testing/scene-lobby.ts';
import { appState } from '../../testing/scenes.ts';
import { PlayAgainstHouse } from './PlayAgainstHouse.tsx';

const players = (['easy', 'steady', 'sharp'] as const).map((strength, place): LobbyEntry => {
  const entry = openTable({ nickname: strength, rating: 1200, mode: 'autonomous', game: 'Connect Four', house: true });
  return { ...entry, house: { strength, place, game: 0, games: 1 } };
});
const page = { protocol_id: players[0]!.protocol_id, type: 'game' } as ProtocolPage;

async function renderPlayHouse(entries: LobbyEntry[], settings: Partial<AppState['settings']>, embedded = true) {
  const app = appState('lobby', 'light');
  const join = vi.fn(() => ({ table_id: 't1' }));
  const set_settings = vi.fn(() => app.settings);
  const lobby = lobbyPages({ entries, status: 'live', complete: true, problem: null });
  const screen = await renderPart(<PlayAgainstHouse page={page} />, {
    app: { phase: 'ready', settings: { ...app.settings, ...settings }, community: { ...app.community, embedded } },
    handlers: { tables: { join }, app: { set_settings }, lobby: { list: ({ after }) => lobby.page(after) } },
  });
  return { screen, join, set_settings };
}

it.each([
  ['every', 1],
  ['easy', 0],
  ['sharp', 2],
] as const)('joins the table of the house strength in the settings: %s', async (house_strength, player) => {
  const { screen, join } = await renderPlayHouse(players, { house_strength });
  await expect.element(screen.getByText(/is waiting at a table/)).toBeVisible();
  await screen.getByRole('button', { name: 'Play against the house' }).click();
  await expect.poll(() => join.mock.calls.length).toBe(1);
  expect(join).toHaveBeenCalledWith(
    expect.objectContaining({ post_id: players[player]!.post_id, control_mode: 'human' }),
    expect.anything(),
  );
});

it('explains that the house is off, and turns it on', async () => {
  const { screen, set_settings } = await renderPlayHouse([], { house_on: false });
  await expect.element(screen.getByText('The house is off', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Turn on the house' }).click();
  await expect.poll(() => set_settings.mock.calls.length).toBe(1);
  expect(set_settings).toHaveBeenCalledWith({ house_on: true }, expect.anything());
});

it('does not join while all house players of the game are playing', async () => {
  const { screen, join } = await renderPlayHouse([], { house_on: true });
  const button = screen.getByRole('button', { name: 'Play against the house' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  expect(join).not.toHaveBeenCalled();
});

it('links to open tables of the game in a community without the house', async () => {
  const { screen } = await renderPlayHouse([], {}, false);
  await expect
    .element(screen.getByRole('link', { name: 'Find a table' }))
    .toHaveAttribute('href', expect.stringContaining(page.protocol_id));
});
