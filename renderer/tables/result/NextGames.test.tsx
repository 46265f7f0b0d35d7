import { expect, it } from 'vitest';
import type { LobbyEntry } from '../../../shared/bridge/contract.ts';
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
