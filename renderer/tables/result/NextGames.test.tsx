import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { LobbyEntry } from '../../../shared/bridge/contract.ts';
import { useDeferredLobby } from '../../core/context.tsx';
import { renderPart } from '../../testing/render.tsx';
import { openTable, playing, protocolIdNamed } from '../../testing/samples.ts';
import { lobbyPages } from '../../testing/scene-lobby.ts';
import { NextGames } from './NextGames.tsx';

const gain = { win: 16, draw: 8, loss: 4 };
const houseTable = (nickname: string, strength: 'steady' | 'sharp'): LobbyEntry => ({
  ...openTable({ nickname, rating: 1240, mode: 'autonomous', game: 'Connect Four', house: true, gain }),
  house: { strength, place: 1, game: 0, games: 1 },
});

const table = playing({
  phase: 'finished',
  ask: null,
  peer_manner: 'steady',
  protocol: { ...playing().protocol, protocol_id: protocolIdNamed('Connect Four') },
});

async function suggestions(entries: LobbyEntry[]): Promise<string[]> {
  const lobby = lobbyPages({ entries, status: 'live', complete: true, problem: null });
  const { container } = await renderPart(<NextGames table={table} />, {
    handlers: { lobby: { list: ({ after }) => lobby.page(after) } },
  });
  await expect.poll(() => container.querySelector('[data-action="next-game"]')).not.toBeNull();
  return [...container.querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) => dataset.action!);
}

it('suggests a stronger opponent at another table than the next game', async () => {
  expect(await suggestions([houseTable('Marlow', 'steady'), houseTable('Vesper', 'sharp')])).toEqual([
    'next-game',
    'stronger',
    'other-game',
  ]);
});

it('suggests one table once', async () => {
  expect(await suggestions([houseTable('Vesper', 'sharp')])).toEqual(['next-game', 'other-game']);
});

it('a table that opens gives no button the place of another under a resting pointer', async () => {
  let lobby = lobbyPages({ entries: [], status: 'live', complete: true, problem: null });
  const screen = await renderPart(
    <>
      <Known />
      <NextGames table={table} />
    </>,
    { handlers: { lobby: { list: ({ after }) => lobby.page(after) } } },
  );
  const allGames = screen.getByRole('button', { name: 'All games' });
  await userEvent.hover(allGames);
  const before = allGames.element().getBoundingClientRect();
  lobby = lobbyPages({ entries: [houseTable('Marlow', 'steady')], status: 'live', complete: true, problem: null });
  screen.emit('lobby', 'changed', { seq: 1, status: 'live', complete: true, problem: null });
  await expect.element(screen.getByRole('heading', { name: '1 open' })).toBeVisible();
  expect(allGames.element().getBoundingClientRect()).toEqual(before);
  await userEvent.hover(screen.getByRole('heading', { name: '1 open' }));
  await expect.element(screen.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

/** How many open tables the window knows of. */
function Known() {
  const { entries } = useDeferredLobby();
  return <h2>{entries.length} open</h2>;
}
