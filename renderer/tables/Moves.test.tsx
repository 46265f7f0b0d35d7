import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { useLive } from '../core/context.tsx';
import { createLabelBook } from '../core/labels.ts';
import { renderPart } from '../testing/render.tsx';
import { moveOf, playing } from '../testing/samples.ts';
import { Moves } from './Moves.tsx';

const table = playing();

/** A list with room for few rows. `wait` is a step that needs no word. */
function Listed({ moves, height = 150 }: { moves: Table['moves']; height?: number }) {
  const { labels } = useLive();
  useEffect(() => {
    const words = { [table.protocol.protocol_id]: { automatic: { wait: '' } } };
    labels.setState(createLabelBook('en', words), true);
  }, [labels]);
  return (
    <div style={{ height, display: 'flex', flexDirection: 'column' }}>
      <Moves table={{ ...table, moves }} />
    </div>
  );
}

const played = Array.from({ length: 12 }, (_, index) => [
  moveOf(3 * index + 1, 'guest', `mine ${index}`),
  moveOf(3 * index + 2, 'host', `theirs ${index}`),
  { ...moveOf(3 * index + 3, 'guest', 'wait'), automatic: true },
]).flat();

it('shows the newest move, also after a step without a word and once there is less room', async () => {
  const screen = await renderPart(<Listed moves={played} />);
  const list = screen.getByTestId('moves');
  const isNewestShown = () => {
    const bottom = list.element().getBoundingClientRect().bottom;
    const newest = screen.getByText('theirs 11').element().getBoundingClientRect();
    return newest.bottom <= bottom + 1;
  };
  await expect.poll(isNewestShown).toBe(true);
  await screen.show(<Listed moves={played} height={120} />);
  await expect.poll(isNewestShown).toBe(true);
});
