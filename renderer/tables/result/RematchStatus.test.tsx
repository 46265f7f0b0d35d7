import '../../ui/tokens.css';
import '../../ui/base.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { LobbyEntry } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { renderPart } from '../../testing/render.tsx';
import { openTable, playing } from '../../testing/samples.ts';
import { lobbyPages } from '../../testing/scene-lobby.ts';
import { ResultHero } from './ResultHero.tsx';

const table = playing({ phase: 'finished' });
const request = {
  ...openTable({ nickname: 'tidewright', rating: 1216, mode: 'human', game: 'Connect Four' }),
  host: table.peer,
  protocol_id: table.protocol.protocol_id,
  for_me: true,
};

/** The places of the result's buttons, and its height. */
async function placesWith(entries: LobbyEntry[], primary: string) {
  const lobby = lobbyPages({ entries, status: 'live', complete: true, problem: null });
  const handlers = {
    lobby: { list: ({ after }: { after?: number | undefined }) => lobby.page(after) },
    tables: { list: () => ({ tables: [table] }) },
  };
  const screen = await renderPart(
    <div style={{ width: 730 }}>
      <ResultHero table={table} onShowPosition={() => {}} />
    </div>,
    { handlers },
  );
  const places = new Map<string, string>();
  await expect.element(screen.getByRole('button', { name: primary })).toBeVisible();
  // Known once the contacts are loaded.
  await expect.element(screen.getByRole('button', { name: 'Add contact' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^More about .*tidewright/ })).toBeVisible();
  // Known once the judge of the game is.
  await expect.poll(() => screen.container.querySelector('[data-action="analyse"]')).toBeNull();
  for (const button of screen.getByRole('button').elements()) {
    const { x, y, width, height } = button.getBoundingClientRect();
    const name = button.textContent || button.getAttribute('aria-label') || '';
    places.set(name === primary ? 'primary' : name, [x, y, width, height].map(Math.round).join(' '));
  }
  const { height } = screen.container.querySelector('section')!.getBoundingClientRect();
  await screen.unmount();
  return { places, height };
}

it('has its place before a request arrives, so that no button moves', async () => {
  await page.viewport(1280, 800);
  const before = await placesWith([], 'Ask for a rematch');
  const after = await placesWith([request], 'Play again');
  expect(after.places.delete('Not now')).toBe(true);
  expect(after).toEqual(before);
  expect(before.places.size).toBe(6);
});

it('tells somebody who was blocked that the peer wasn’t asked', async () => {
  const screen = await renderPart(<ResultHero table={table} onShowPosition={() => {}} />, {
    handlers: {
      tables: {
        list: () => ({ tables: [table] }),
        rematch: () => {
          throw new ParlorError('blocked_by_recipient', 'Blocked.');
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Ask for a rematch' }).click();
  const text = () => screen.container.textContent;
  await expect.poll(text).toContain('This person has blocked you');
  expect(text()).not.toContain('You have asked');
});

it('says whether a rematch would give points before it is asked for', async () => {
  const textOf = async (settings: typeof table.settings) => {
    const screen = await renderPart(<ResultHero table={{ ...table, settings }} onShowPosition={() => {}} />, {
      handlers: { tables: { list: () => ({ tables: [table] }) } },
    });
    await expect.element(screen.getByRole('button', { name: 'Ask for a rematch' })).toBeVisible();
    const text = screen.getByTestId('rematch').element().textContent;
    await screen.unmount();
    return text?.trim();
  };
  expect(await textOf({})).toBe('A rematch counts for both ratings.');
  expect(await textOf({ unrated: true })).toBe('A rematch gives no points.');
});
