import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { profileSchema } from '../../../shared/bridge/agents.ts';
import type { Table } from '../../../shared/bridge/contract.ts';
import { emptyBoard, UntrustedTray } from '../../testing/board.tsx';
import { exampleOf } from '../../testing/example.ts';
import type { FakeHandlers } from '../../testing/fake-bridge.ts';
import { frames, renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { ResignDialog } from './ResignDialog.tsx';

async function openDialog(
  changes: Partial<Table> = {},
  past: Table[] = [],
  agents: NonNullable<FakeHandlers['agents']> = {},
) {
  const onClose = vi.fn();
  const onResign = vi.fn();
  const dialog = (
    <ResignDialog table={playing(changes)} busy={false} problem={null} onClose={onClose} onResign={onResign} />
  );
  const screen = await renderPart(<UntrustedTray />, {
    app: { phase: 'ready' },
    handlers: { tables: { ...emptyBoard.tables, list: () => ({ tables: past }) }, agents },
  });
  await expect.poll(frames).toHaveLength(1);
  await screen.show(
    <>
      <UntrustedTray />
      {dialog}
    </>,
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { screen, onClose, onResign };
}

it('keeps playing on Enter and on Escape', async () => {
  const { screen, onClose, onResign } = await openDialog();
  await expect.element(screen.getByRole('button', { name: 'Keep playing' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onResign).not.toHaveBeenCalled();
});

it('resigns only when the button is pressed', async () => {
  const { screen, onResign } = await openDialog();
  await screen.getByRole('button', { name: 'Resign' }).click();
  expect(onResign).toHaveBeenCalledOnce();
});

it('states what resigning costs at this table', async () => {
  const { screen } = await openDialog({ concession: 'open' });
  await expect.element(screen.getByText(/wins, and the result counts for both/)).toBeVisible();
});

it('says that there are no points where the host has opened an unrated game', async () => {
  const { screen } = await openDialog({ concession: 'open', settings: { unrated: true } });
  await expect.element(screen.getByText(/wins, and neither of you gets points/)).toBeVisible();
});

it('says that there are no points where earlier games have reached the limit', async () => {
  const { peer } = playing();
  const reports = { mine: null, mine_at: null, theirs: null, theirs_at: null };
  const cap = { used: 2, limit: 2, again_at: 4_000_000_000_000 };
  const result = { winner: null, outcome: 'won', reason: null, state: 'capped', reports, rating: null, cap } as const;
  const past = playing({ table_id: 'earlier', phase: 'finished', ask: null, peer, result });
  const { screen } = await openDialog({ concession: 'open', peer }, [past]);
  await expect.element(screen.getByText(/wins, and neither of you gets points/)).toBeVisible();
});

it('says that there are no points where the community has counted games that this window does not know', async () => {
  const { peer } = playing();
  const profile = {
    ...profileSchema.parse(exampleOf(profileSchema)),
    cap: { used: 2, limit: 2, again_at: 4_000_000_000_000 },
  };
  const { screen } = await openDialog({ concession: 'open', peer }, [], { profile: () => profile });
  await expect.element(screen.getByText(/wins, and neither of you gets points/)).toBeVisible();
});

it('removes boards while it is open, and shows the house sign', async () => {
  const { screen } = await openDialog();
  expect(frames()).toEqual([]);
  await expect.element(screen.getByText('Amber Kettle')).toBeVisible();
});
