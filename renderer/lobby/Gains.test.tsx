import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { openTable } from '../testing/samples.ts';
import { Gains } from './Gains.tsx';

it.each([
  [{}, ['Win', 'Draw', 'Loss']],
  [{ no_draw: true } as const, ['Win', 'Loss']],
])('names the points of the outcomes that the game can have: %j', async (change, outcomes) => {
  const entry = openTable({ nickname: 'brindle', rating: 1200, mode: 'human', game: 'Connect Four' });
  const screen = await renderPart(
    <Gains entry={{ ...entry, gain: { win: 16, draw: 8, loss: 0 }, ...change }} isChat={false} />,
  );
  await expect
    .poll(() =>
      screen
        .getByRole('term')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(outcomes);
});
