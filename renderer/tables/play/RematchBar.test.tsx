import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LobbyEntry } from '../../../shared/bridge/contract.ts';
import { renderPart } from '../../testing/render.tsx';
import { openTable, playing } from '../../testing/samples.ts';
import { lobbyPages } from '../../testing/scene-lobby.ts';
import { PlayingTable } from './PlayingTable.tsx';
import { RematchBar } from './RematchBar.tsx';

const reports = { mine: null, mine_at: null, theirs: null, theirs_at: null };
const side = { before: 1200, after: 1204, delta: 4 };
const rating = {
  applied: true,
  reason: 'settled',
  mine: side,
  theirs: { before: 1200, after: 1216, delta: 16 },
} as const;
const table = playing({
  phase: 'finished',
  result: { winner: 'host', outcome: 'lost', reason: 'Four in a line.', state: 'settled', reports, rating, cap: null },
});
const gain = { win: 16, draw: 8, loss: 4 };
const offer = openTable({ nickname: 'tidewright', rating: 1216, mode: 'human', game: 'Connect Four', gain });

async function show(busy: boolean, changes: Partial<LobbyEntry> = {}): Promise<string> {
  const nothing = () => {};
  const bar = (
    <RematchBar
      {...{ table, offer: { ...offer, ...changes }, busy, guarded: false, problem: null }}
      {...{ onAccept: nothing, onDecline: nothing, onResult: nothing }}
    />
  );
  await renderPart(bar);
  return document.querySelector('[data-decision="rematch"]')?.textContent?.replace(/[\u2068\u2069]/g, '') ?? '';
}

it('tells beside the offer what the offered game can give, and nothing of the last one', async () => {
  const rated = await show(false);
  expect(rated).toContain('tidewright asks for a rematch+16 if you win. The offer is open');
  expect(rated).not.toMatch(/\+4|Four in a line/);
});

it.each([
  ['unrated', { tags: ['unrated'], gain: null }],
  ['capped', { gain: { win: 0, draw: 0, loss: 0 } }],
])('tells beside an offer without points that it gives none: %s', async (_, changes) => {
  expect(await show(false, changes)).toContain('tidewright asks for a rematchNo points. The offer is open');
});

it('says that the table is being joined once the offer is accepted', async () => {
  const text = await show(true);
  expect(text).toContain("Joining tidewright's table…");
  expect(document.querySelector('[data-action="rematch"]')?.getAttribute('aria-disabled')).toBe('true');
});

it('leaves the way to the result in its place, and Enter opens it still', async () => {
  await page.viewport(1280, 800);
  const request = { ...offer, host: table.peer, protocol_id: table.protocol.protocol_id, for_me: true };
  const rematch = vi.fn(() => ({ table_id: null, hosted: null }));
  const onResult = vi.fn();
  const placeOfResult = async (entries: LobbyEntry[], decision: string) => {
    const lobby = lobbyPages({ entries, status: 'live', complete: true, problem: null });
    const handlers = {
      lobby: { list: ({ after }: { after?: number | undefined }) => lobby.page(after) },
      tables: { list: () => ({ tables: [table] }), rematch },
    };
    const screen = await renderPart(<PlayingTable table={table} onResult={onResult} />, { handlers });
    await expect.poll(() => screen.container.querySelector(`[data-decision="${decision}"]`)).not.toBeNull();
    const { x, y, width, height } = screen
      .getByRole('button', { name: 'See the result' })
      .element()
      .getBoundingClientRect();
    if (decision === 'rematch') await userEvent.keyboard('{Enter}');
    await screen.unmount();
    return { x, y, width, height };
  };
  const before = await placeOfResult([], 'over');
  expect(await placeOfResult([request], 'rematch')).toEqual(before);
  expect(onResult).toHaveBeenCalledOnce();
  expect(rematch).not.toHaveBeenCalled();
});
