import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { keyOf, playing } from '../../testing/samples.ts';
import { SealedHands } from './SealedHands.tsx';

const sealed = { sealed: keyOf(1), sealed_at: 0, value: null, nonce: null };
const table = playing({
  phase: 'finished',
  protocol: { protocol_id: keyOf(2), name: 'Hands', mode: 'simultaneous_round', family: null },
  sealed_rounds: [{ round: 0, host: sealed, guest: sealed }],
});

it('a hand that was never revealed is no longer awaited, except earlier in a replay', async () => {
  const screen = await renderPart(<SealedHands table={table} onSelectRound={() => {}} />);
  const round = screen.getByRole('button', { name: /Round 1/ });
  await expect.poll(() => round.query()?.textContent).toMatch(/the game ended first.*not revealed/);
  await screen.show(<SealedHands table={table} isEnded={false} onSelectRound={() => {}} />);
  await expect.poll(() => round.query()?.textContent).toMatch(/you have chosen.*waiting/);
});
