import { expect, it, vi } from 'vitest';
import { openNetwork } from '../testing/network-samples.ts';
import { renderPart } from '../testing/render.tsx';
import { NetworkSheet } from './NetworkSheet.tsx';

async function openSheet(visitors: number) {
  const network = { ...openNetwork('192.168.1.17'), visitors };
  const close_network = vi.fn(() => network);
  const screen = await renderPart(<NetworkSheet onClose={() => {}} />, {
    app: { network },
    handlers: { community: { addresses: () => ({ addresses: [] }), close_network } },
  });
  return { screen, close_network };
}

it('asks before it cuts off somebody who has connected', async () => {
  const { screen, close_network } = await openSheet(2);
  const stop = screen.getByRole('button', { name: 'Stop allowing' });
  await stop.click();
  await expect
    .poll(() => screen.getByRole('alert').query()?.textContent ?? '')
    .toContain('2 other computers have connected and lose');
  await screen.getByRole('button', { name: 'Keep open' }).click();
  expect(close_network).not.toHaveBeenCalled();
  await stop.click();
  await stop.click();
  await expect.poll(() => close_network.mock.calls.length).toBe(1);
});

it('does not ask while nobody has connected', async () => {
  const { screen, close_network } = await openSheet(0);
  await screen.getByRole('button', { name: 'Stop allowing' }).click();
  await expect.poll(() => close_network.mock.calls.length).toBe(1);
});
