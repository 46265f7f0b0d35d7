import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { openTable } from '../testing/samples.ts';
import { LobbyList } from './LobbyList.tsx';

const tableOf = (nickname: string) =>
  openTable({ nickname, rating: 1200, mode: 'autonomous', game: 'Connect Four', gain: { win: 16, draw: 8, loss: 4 } });
const [ada, lovell, sable] = ['ada', 'lovell', 'sable'].map((name, i) => ({ ...tableOf(name), created_at: 3 - i }));
const refusal = { code: 'hooks_missing', message: '' } as const;

/** The list with the sheet of the first table open, in which its protocol is fetched, and turns out not to be playable. */
function Lobby() {
  const [isFetched, setIsFetched] = useState(false);
  const entries = [isFetched ? { ...ada!, refusal } : ada!, lovell!, sable!];
  return (
    <>
      <button type="button" onClick={() => setIsFetched(true)}>
        Allow
      </button>
      <LobbyList
        view="game"
        entries={entries}
        duplicates={new Set()}
        suggested={null}
        filterKey=""
        foldsHouse={false}
        openId={ada!.post_id}
        onOpen={() => {}}
      />
    </>
  );
}

it('keeps the row of the open table in its place and counts it when its game can’t be played', async () => {
  const screen = await renderPart(<Lobby />);
  const rows = screen.getByRole('list', { name: 'Open tables' }).getByRole('button');
  await expect.poll(() => rows.first().element().textContent).toContain('ada');
  await screen.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => rows.first().element().textContent).toMatch(/ada.*can't play/);
  await expect.element(screen.getByText('3 waiting')).toBeVisible();
});
