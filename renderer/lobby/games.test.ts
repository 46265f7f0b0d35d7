import { expect, it } from 'vitest';
import { openTable } from '../testing/samples.ts';
import { gamesOf } from './games.ts';

const tableOf = (game: string, nickname = 'tidewright') =>
  openTable({ nickname, rating: 1200, mode: 'human', game, gain: { win: 16, draw: 8, loss: 4 } });
const houseAt = (game: string, place: number) => ({
  ...tableOf(game, 'Marlow'),
  house: { strength: 'easy' as const, place, game: place, games: 3 },
});

it('lists the games in the order of the house, then the others by name, with how many wait', () => {
  const entries = [
    tableOf('Lantern Auction'),
    houseAt('Reversi', 1),
    tableOf('Reversi'),
    tableOf('Reversi'),
    houseAt('Connect Four', 0),
    { ...tableOf('Basket'), refusal: { code: 'binding_invalid' as const, message: '' } },
    { ...tableOf('Hidden'), own: true },
  ];
  expect(gamesOf(entries).map(({ name, bundled, waiting }) => [name, bundled, waiting])).toEqual([
    ['Connect Four', 'connect-four', 0],
    ['Reversi', 'reversi', 2],
    ['Basket', null, 0],
    ['Lantern Auction', null, 1],
  ]);
});
