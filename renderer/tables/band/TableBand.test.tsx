import '../../ui/tokens.css';
import '../../ui/base.css';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppState, Table } from '../../../shared/bridge/contract.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { committedText } from '../../../shared/tables/commitment.ts';
import { emptyBoard } from '../../testing/board.tsx';
import { renderPart } from '../../testing/render.tsx';
import { keyOf, openAsk, person, playing } from '../../testing/samples.ts';
import { appState } from '../../testing/scenes.ts';
import { PlayingTable } from '../play/PlayingTable.tsx';

const boardOf = (source: 'local' | 'platform', author = 'saltmarsh'): Table['board'] => ({
  source,
  manifest_hash: keyOf(700),
  author,
});
/** Names of 24 characters of about the greatest width, Latin and East Asian. */
const longNames = ['lamplighter-of-low-water', 'MMMMMMMMMMMMMMMMMMMMMMMM', '灯'.repeat(24)];

async function openTable(
  changes: Partial<Table>,
  [width, height]: readonly [number, number],
  app: Partial<AppState> = {},
) {
  await page.viewport(width, height);
  const table = playing({ ask: { ...openAsk('turn 1'), deadline_at: Date.now() + 60_000 }, ...changes });
  const screen = await renderPart(
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <PlayingTable table={table} onResult={() => {}} />
    </div>,
    { app, handlers: emptyBoard },
  );
  await document.fonts.ready;
  const band = screen.container.querySelector<HTMLElement>('[data-band]')!;
  return { screen, band };
}

const sizes = [
  [1280, 800],
  [1100, 700],
  [900, 600],
  [700, 500],
  [640, 400],
  [360, 700],
] as const;

/** Elements whose text is cut or that stick out of the band. */
function cutTexts(band: HTMLElement): string[] {
  const bounds = band.getBoundingClientRect();
  const leaves = [...band.querySelectorAll<HTMLElement>('*')].filter(
    (element) => element.children.length === 0 && element.textContent !== '' && element.checkVisibility(),
  );
  return leaves.flatMap((element) => {
    if (element.classList.contains('offscreen')) return [];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOutside = left < bounds.left || right > bounds.right || top < bounds.top || bottom > bounds.bottom + 1;
    return isOutside || element.scrollWidth > element.clientWidth + 1 ? [element.textContent ?? ''] : [];
  });
}

it.each(sizes)('shows names, clocks, the author and the seal whole at %i by %i', async (...size) => {
  for (const nickname of longNames) {
    const { screen, band } = await openTable(
      { peer: person(3, nickname, 1190), board: boardOf('platform'), protocol: longGame },
      size,
    );
    await expect.element(screen.getByText('Board by saltmarsh, not by Parlor')).toBeVisible();
    await expect.element(screen.getByText(nickname)).toBeVisible();
    await expect.element(screen.getByText('your move')).toBeVisible();
    await expect.element(screen.getByText('per move')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Plain view' })).toBeVisible();
    await expect.element(screen.getByRole('img', { name: /^Seal/ })).toBeVisible();
    expect(cutTexts(band).filter((text) => text !== longGame.name)).toEqual([]);
    await screen.unmount();
  }
});

it('keeps the names in their places whoever moves, beside an agent without a limit', async () => {
  const lefts: (number | undefined)[][] = [];
  const asked = { ask: null, peer_asked_at: Date.now(), peer_deadline_at: Date.now() + 60_000 };
  for (const changes of [{}, asked]) {
    const { screen, band } = await openTable({ ...changes, peer_control_mode: 'autonomous' }, sizes[0]);
    await expect.poll(() => band.querySelector('[data-clock="peer"]') !== null).toBe(changes === asked);
    lefts.push(
      ['own', 'peer'].map((side) => band.querySelector(`[data-side="${side}"]`)?.getBoundingClientRect().left),
    );
    await screen.unmount();
  }
  expect(lefts[1]).toEqual(lefts[0]);
});

const longGame = { ...playing({}).protocol, name: 'Iterated Prisoner’s Dilemma' };

it('gives up nothing at 1280 with a name of 24 characters beside a long game', async () => {
  const { band } = await openTable(
    { peer: person(3, longNames[0]!, 1190), board: boardOf('local'), protocol: longGame },
    sizes[0],
  );
  expect(band.dataset.folded).toBe('');
});

it('folds in the order of what is needed least, and the menu has what is folded', async () => {
  const { screen, band } = await openTable({ board: boardOf('local') }, [640, 400]);
  await expect.poll(() => band.dataset.folded).toContain('rules');
  await screen.getByRole('button', { name: 'More', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Rules' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Connect Four', level: 2 })).toBeVisible();
});

it('names the author with hidden characters made visible, and never shows a hash', async () => {
  const { screen, band } = await openTable({ board: boardOf('platform', 'Par\u202Erol') }, sizes[0]);
  await expect.element(screen.getByText(/^Board by/)).toHaveTextContent('Board by ParU+202Erol, not by Parlor');
  expect(band.textContent).not.toMatch(/[0-9a-f]{8}/);
  await screen.getByRole('button', { name: /Seal/ }).click();
  await expect.poll(() => screen.container.querySelector('aside')?.textContent).toContain('Table and record');
});

it('says that a commitment was broken where the checks are counted', async () => {
  const hand = { sealed: sha256Hex(committedText('rock', 'a1')), sealed_at: 0, value: 'rock', nonce: 'a1' };
  const round = { round: 1, host: hand, guest: hand };
  const { screen } = await openTable({ sealed_rounds: [round] }, sizes[0]);
  const seal = () => document.querySelector('[data-panel="checks"]');
  await expect.poll(() => seal()?.textContent).toBe('5 of 5');
  const broken = { ...round, guest: { ...hand, value: 'paper' } };
  await screen.unmount();
  const small = await openTable({ sealed_rounds: [round, broken] }, sizes[4]);
  await expect.poll(() => seal()?.textContent).toBe('1 mismatch');
  expect(seal()?.querySelector('svg')?.ariaLabel).toBe("Seal: a commitment doesn't match.");
  expect(cutTexts(small.band)).toEqual([]);
});

it('opens the rules in place of the moves, keeps the clock in view, and gives the focus back', async () => {
  const { screen } = await openTable({ board: boardOf('local') }, sizes[0]);
  const rules = screen.getByRole('button', { name: 'Rules', exact: true });
  await rules.click();
  await expect
    .poll(() => screen.container.querySelector('[data-testid="rules-clock"]')?.textContent)
    .toMatch(/^\d:\d\dleft, your move/);
  await expect.element(screen.getByText(/^You are the (host|guest), .+ is the (host|guest)\.$/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Moves' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Close the rules' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Moves' })).toBeVisible();
  await expect.element(rules).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('rules-clock')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByTestId('rules-clock')).not.toBeInTheDocument();
});

it('shows the own rating as it is now, also after another game has ended', async () => {
  const me = { ...appState('lobby', 'light').me!, rating: 1497 };
  const { band } = await openTable({}, [1280, 800], { me });
  expect(band.querySelector('[data-side="own"]')?.textContent).toContain('1497');
});

it('moves the focus to the decision bar after an offer of a draw, so that Enter does what the bar says', async () => {
  const { screen } = await openTable({ draw: 'open' }, [1280, 800]);
  await screen.getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Offer a draw' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Offer a draw' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'Decision' })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'More' })).not.toHaveFocus();
});

it.each(sizes)('says of a running game that it gives no points, and cuts nothing for it: %i by %i', async (...size) => {
  const { screen, band } = await openTable({ settings: { unrated: true } }, size);
  await expect.element(screen.getByText('no points', { exact: true })).toBeVisible();
  expect(cutTexts(band)).toEqual([]);
});
