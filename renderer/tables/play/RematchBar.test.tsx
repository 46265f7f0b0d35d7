import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { openTable, playing } from '../../testing/samples.ts';
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
const offer = openTable({ nickname: 'tidewright', rating: 1216, mode: 'human', game: 'Connect Four' });

async function show(busy: boolean): Promise<string> {
  const nothing = () => {};
  const bar = (
    <RematchBar
      {...{ table, offer, busy, guarded: false, problem: null }}
      {...{ onAccept: nothing, onDecline: nothing, onResult: nothing }}
    />
  );
  await renderPart(bar);
  return document.querySelector('[data-decision="rematch"]')?.textContent?.replace(/[\u2068\u2069]/g, '') ?? '';
}

it('tells beside the offer what the game gave, and not again how it ended', async () => {
  const text = await show(false);
  expect(text).toContain('tidewright asks for a rematch+4, rating 1204. The offer is open');
  expect(text).not.toContain('Four in a line');
});

it('says that the table is being joined once the offer is accepted', async () => {
  const text = await show(true);
  expect(text).toContain("Joining tidewright's table…");
  expect(document.querySelector('[data-action="rematch"]')?.getAttribute('aria-disabled')).toBe('true');
});
