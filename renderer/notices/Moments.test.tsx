import { beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { emptyNotices, type Notices } from '../../shared/bridge/contract.ts';
import { useHashPath } from '../core/hash-location.ts';
import { renderPart } from '../testing/render.tsx';
import { openTable } from '../testing/samples.ts';
import { Moments } from './Moments.tsx';

const writer = 'a'.repeat(64);
let dismissed: Notices['dismissed'];
beforeEach(() => {
  dismissed = [];
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

const showMoments = (path: string, notices: Partial<Notices>) => {
  location.hash = path;
  const routed = (
    <Router hook={useHashPath}>
      <Moments />
    </Router>
  );
  return renderPart(routed, {
    handlers: {
      notices: {
        list: () => ({ ...emptyNotices, ...notices }),
        dismiss(closed) {
          dismissed.push(closed);
          return {};
        },
      },
    },
  });
};

it('a message that is still held back counts as seen if the inbox shows it, and nowhere else', async () => {
  const waiting = [{ writer, newest_id: 12 }];
  await showMoments('#/', { waiting });
  expect(dismissed).toEqual([]);
  location.hash = '#/inbox';
  await expect.poll(() => dismissed).toEqual([{ subject: `messages ${writer}`, mark: '12' }]);
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
