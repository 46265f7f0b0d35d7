import '../ui/base.css';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { type AppState, emptyNotices, type Notices } from '../../shared/bridge/contract.ts';
import { endedTableSchema } from '../../shared/bridge/notices.ts';
import { TitleBar } from '../app/TitleBar.tsx';
import { textScales } from '../core/appearance.ts';
import { useHashPath } from '../core/hash-location.ts';
import type { FakeHandlers } from '../testing/fake-bridge.ts';
import { renderPart } from '../testing/render.tsx';
import { openTable, playing, uuidOf } from '../testing/samples.ts';
import { appState } from '../testing/scenes.ts';
import { Moments } from './Moments.tsx';
import { MomentsPlace } from './MomentsPlace.tsx';

const writer = 'a'.repeat(64);
let dismissed: Notices['dismissed'];
let seenEnds: { table_id: string; earlier: boolean }[];
/** A line doesn't enter under a pointer, which rests where was clicked last. */
const withdrawPointer = () => window.dispatchEvent(new PointerEvent('pointermove', { clientX: -1 }));
beforeEach(() => {
  dismissed = [];
  seenEnds = [];
  withdrawPointer();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

const showMoments = (
  path: string,
  notices: Partial<Notices>,
  tables: FakeHandlers['tables'] = {},
  { above = null, app = {} }: { above?: ReactNode; app?: Partial<AppState> } = {},
) => {
  location.hash = path;
  const routed = (
    <Router hook={useHashPath}>
      {above}
      <Moments />
    </Router>
  );
  return renderPart(routed, {
    app,
    handlers: {
      tables,
      notices: {
        list: () => ({ ...emptyNotices, ...notices }),
        see_ends(seen) {
          seenEnds.push(seen);
          return {};
        },
        dismiss(closed) {
          dismissed.push(closed);
          return {};
        },
      },
    },
  });
};

const reports = { mine: null, mine_at: null, theirs: null, theirs_at: null };
const over = playing({
  ...{ table_id: uuidOf(7), phase: 'finished', ask: null, ended_at: 1 },
  result: { winner: 'guest', outcome: 'won', reason: null, state: 'unrated', reports, rating: null, cap: null },
});
const twoEnds: Notices['ended'][number] = {
  newest: endedTableSchema.parse(over),
  ...{ count: 2, won: 2, lost: 0, drawn: 0 },
};

it('a message that is still held back counts as seen if the inbox shows it, and nowhere else', async () => {
  const waiting = [{ writer, newest_id: 12 }];
  await showMoments('#/', { waiting });
  expect(dismissed).toEqual([]);
  location.hash = '#/inbox';
  await expect.poll(() => dismissed).toEqual([{ subject: `messages ${writer}`, mark: '12' }]);
});

it('says that a game is unfinished because the time of its user ran out', async () => {
  const problem = { code: 'decision_timeout', message: '' } as const;
  const newest = endedTableSchema.parse({ ...over, phase: 'failed', result: null, problem });
  const screen = await showMoments('#/', { ended: [{ newest, count: 1, won: 0, lost: 0, drawn: 0 }] });
  await expect
    .element(screen.getByText('Your time ran out in Connect Four, which ended unfinished').first())
    .toBeVisible();
});

it('the end of a game on the page is seen, also among others that were not', async () => {
  const shown = { ...over, table_id: uuidOf(8), afterwards: { ...over.afterwards, seen: false } };
  await showMoments(`#/tables/${uuidOf(8)}`, { ended: [twoEnds] }, { list: () => ({ tables: [shown] }) });
  await expect.poll(() => seenEnds).toEqual([{ table_id: uuidOf(8), earlier: false }]);
});

it('ends of several games are seen in the list of tables, where their notice leads', async () => {
  await showMoments('#/', { ended: [twoEnds] });
  expect(seenEnds).toEqual([]);
  location.hash = '#/tables';
  await expect.poll(() => seenEnds).toEqual([{ table_id: over.table_id, earlier: true }]);
});

it('the line leaves the reminder of the recovery phrase free, also with the largest texts', async () => {
  const { identity } = appState('lobby', 'light');
  const app = { words_due: true, identity: { ...identity!, words_confirmed: false } };
  const above = <TitleBar onRecoveryPhrase={() => {}} onPalette={() => {}} />;
  document.documentElement.style.setProperty('--text', String(textScales.larger));
  try {
    await page.viewport(1280, 800);
    const screen = await showMoments('#/', { ended: [twoEnds] }, {}, { above, app });
    const line = screen.getByRole('region');
    const reminder = screen.getByRole('button', { name: 'Back up your recovery phrase' });
    await expect.element(line).toBeVisible();
    for (const width of [1280, 1100, 1099, 900, 701]) {
      await page.viewport(width, 600);
      const { right } = line.element().getBoundingClientRect();
      expect(right, `${width}`).toBeLessThanOrEqual(reminder.element().getBoundingClientRect().left);
    }
  } finally {
    document.documentElement.style.removeProperty('--text');
  }
});

it('a challenge that was declined is told by its sheet alone where that is open', async () => {
  const declined: Notices['declined'] = [
    {
      ...{ post_id: uuidOf(1), peer: { public_key: writer, name: 'Anna', house: false }, protocol_id: 'f'.repeat(64) },
      ...{ protocol_name: 'Reversi', rematch_of: null, at: 1 },
    },
  ];
  const screen = await showMoments(`#/?mine=${uuidOf(1)}`, { declined });
  await expect.poll(() => dismissed).toEqual([{ subject: `declined ${uuidOf(1)}`, mark: '' }]);
  expect(screen.container.querySelector('[data-region="moments"]')).toBeNull();
});

const challengeWith = (message: string, count: number): Notices['offers'] => [
  {
    entry: {
      ...openTable({ nickname: 'Anna', rating: 1200, mode: 'human', game: "Liar's Dice", message }),
      for_me: true,
    },
    rematch_of: null,
    count,
  },
];

it('a challenge shows what its sender wrote, with hidden characters made visible', async () => {
  const screen = await showMoments('#/settings', { offers: challengeWith('Loser makes\u202E tea.', 1) });
  await screen.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(screen.getByText('Loser makesU+202E tea.')).toBeVisible();
});

it('several challenges of a person show the words of none', async () => {
  const screen = await showMoments('#/settings', { offers: challengeWith('Loser makes tea.', 2) });
  await screen.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(screen.getByText("The newest: Liar's Dice.")).toBeVisible();
  expect(screen.getByText('Loser makes tea.').query()).toBeNull();
});

it('a name as long as names may be leaves the game of the challenge on the line', async () => {
  await page.viewport(900, 600);
  const [offer] = challengeWith('', 1);
  offer!.entry.host.nickname = 'W'.repeat(32);
  const screen = await showMoments('#/settings', { offers: [offer!] });
  const line = screen.container.querySelector('[data-moment] b')!;
  const [name, deed] = [...line.children].map((part) => part as HTMLElement);
  expect(deed!.textContent).toBe(" challenges you to Liar's Dice");
  expect(deed!.scrollWidth).toBeLessThanOrEqual(deed!.clientWidth);
  expect(name!.scrollWidth).toBeGreaterThan(name!.clientWidth);
  expect(name!.clientWidth).toBeGreaterThan(30);
});

it.each([
  ['no points', { family: 'game:x', tags: ['unrated'] }],
  ['+16', { family: 'game:x', gain: { win: 16, draw: 8, loss: 4 } }],
])('the line of a challenge says before the press whether it is about points: %s', async (tag, changes) => {
  await page.viewport(900, 600);
  const [offer] = challengeWith('', 1);
  const screen = await showMoments('#/settings', { offers: [{ ...offer!, entry: { ...offer!.entry, ...changes } }] });
  await expect.element(screen.getByText(tag, { exact: true })).toBeVisible();
});

const declinedBy = (name: string, index: number): Notices['declined'][number] => ({
  ...{ post_id: uuidOf(index), peer: { public_key: String(index).repeat(64), name, house: false } },
  ...{ protocol_id: 'f'.repeat(64), protocol_name: 'Reversi', rematch_of: null, at: index },
});

it('folds again on another page, by a click beside it, and once what it was unfolded for is gone', async () => {
  const offers = challengeWith('', 1);
  const declined = [declinedBy('Berta', 1), declinedBy('Carla', 2)];
  const screen = await showMoments('#/settings', { offers, declined });
  const tell = (notices: Partial<Notices>) => screen.emit('notices', 'changed', { ...emptyNotices, ...notices });
  const unfold = async (name: string) => {
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByRole('article').first()).toBeVisible();
    withdrawPointer();
  };
  const cards = () => screen.getByRole('article').elements().length;
  const line = () => screen.container.querySelector('[data-region="moments"]')!;

  await unfold('2 more');
  location.hash = '#/studio';
  await expect.poll(cards).toBe(0);
  location.hash = '#/settings';
  await expect.poll(() => line().checkVisibility()).toBe(true);
  expect(cards()).toBe(0);

  await unfold('2 more');
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(cards).toBe(0);

  tell({ declined });
  await unfold('1 more');
  expect(cards()).toBe(2);
  tell({ offers });
  await expect.poll(cards).toBe(0);
  expect(screen.getByRole('button', { name: 'Show', exact: true }).elements()).toHaveLength(1);
});

it.each([
  { height: 1200, shown: 3, button: '1 more' },
  { height: 400, shown: 2, button: '2 more' },
  { height: 260, shown: 1, button: '3 more' },
])('shows as many whole cards in a column as fit: $shown at a height of $height', async ({ height, shown, button }) => {
  await page.viewport(1280, height);
  await userEvent.unhover(document.body);
  const declined = [1, 2, 3, 4].map((index) => declinedBy(`Berta ${index}`, index));
  const above = (
    <div style={{ width: 295 }}>
      <MomentsPlace />
    </div>
  );
  const screen = await showMoments('#/settings', { declined }, {}, { above });
  await expect.element(screen.getByRole('button', { name: button })).toBeVisible();
  const cards = screen.getByRole('article').elements();
  expect(cards).toHaveLength(shown);
  const list = cards[0]!.parentElement!;
  expect(cards.at(-1)!.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.getBoundingClientRect().bottom);
  await page.viewport(414, 896);
});

it('a moment that is over is no longer in the status that was read out', async () => {
  const screen = await showMoments('#/settings', { declined: [declinedBy('Berta', 1)] });
  const status = () => screen.getByTestId('moment-announcement').element().textContent;
  await expect.poll(status).toContain('Berta');
  screen.emit('notices', 'changed', emptyNotices);
  await expect.poll(status).toBe('');
});

it('says that a table is being joined, and is closed once it is', async () => {
  const joined = Promise.withResolvers<{ table_id: string; hosted: null }>();
  const offers = challengeWith('', 1).map((offer) => ({ ...offer, rematch_of: 'last' }));
  const screen = await showMoments('#/settings', { offers }, { rematch: () => joined.promise });
  await screen.getByRole('button', { name: 'Show', exact: true }).click();
  await screen.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.element(screen.getByText('Joining the table…')).toBeVisible();
  expect(dismissed).toEqual([]);
  joined.resolve({ table_id: 'next', hosted: null });
  await expect.poll(() => location.hash).toBe('#/tables/next');
  await expect
    .poll(() => dismissed.map(({ subject }) => subject))
    .toEqual([`rematchs ${offers[0]!.entry.host.public_key}`]);
});

it('a challenge is accepted with one click on its line, which says so and closes once the user sits at the table', async () => {
  const joined = Promise.withResolvers<{ table_id: string }>();
  const asked: string[] = [];
  const offers = challengeWith('', 1);
  const [offer] = offers;
  const screen = await showMoments(
    '#/settings',
    { offers },
    {
      join({ post_id }) {
        asked.push(post_id);
        return joined.promise;
      },
    },
  );
  const line = screen.getByRole('region');
  await line.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.element(line.getByText('Joining the table…')).toBeVisible();
  await line.getByRole('button', { name: 'Accept', exact: true }).click({ force: true });
  expect(asked).toEqual([offer!.entry.post_id]);
  joined.resolve({ table_id: 'next' });
  await expect.poll(() => location.hash).toBe('#/tables/next');
  await expect.poll(() => dismissed).toHaveLength(1);

  // A game that is new to this computer needs a decision.
  withdrawPointer();
  screen.emit('notices', 'changed', {
    ...emptyNotices,
    offers: [{ ...offer!, entry: { ...offer!.entry, known: false } }],
  });
  location.hash = '#/studio';
  await line.getByRole('button', { name: 'See', exact: true }).click();
  await expect.poll(() => location.hash).toContain('#/?table=');
  expect(asked).toHaveLength(1);
});

it('a card that comes to others while the pointer is in their column moves nothing there: it is on the line', async () => {
  await page.viewport(1280, 800);
  const column = (
    <aside style={{ width: 280 }}>
      <MomentsPlace />
      <button type="button">Below</button>
    </aside>
  );
  const declined = [declinedBy('Berta', 1)];
  for (const hands of ['below', 'on the card'] as const) {
    const screen = await showMoments('#/', { declined }, {}, { above: column });
    const card = screen.getByRole('article');
    await expect.element(card).toBeVisible();
    const below = screen.getByRole('button', { name: 'Below' });
    await userEvent.hover(hands === 'below' ? below : card);
    const place = below.element().getBoundingClientRect().top;
    screen.emit('notices', 'changed', { ...emptyNotices, declined, offers: challengeWith('', 1) });
    await expect.element(screen.getByRole('button', { name: 'Accept' })).toBeInTheDocument();
    await expect.poll(() => screen.getByRole('region').element().hasAttribute('data-compact')).toBe(hands === 'below');
    expect(screen.getByRole('article').elements(), hands).toHaveLength(hands === 'below' ? 0 : 2);
    expect(below.element().getBoundingClientRect().top, hands).toBe(place);
    await userEvent.unhover(document.body);
    await screen.unmount();
  }
});
