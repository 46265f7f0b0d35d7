import { expect, it } from 'vitest';
import type { ProtocolPage, StrengthGame } from '../../../shared/bridge/contract.ts';
import { renderPart } from '../../testing/render.tsx';
import { StrengthsCard } from './StrengthsCard.tsx';

const page = { protocol_id: 'a'.repeat(64), hooks: 'finished', playable: true } as ProtocolPage;
const gameOf = (host: string, guest: string, winner: StrengthGame['winner']): StrengthGame => ({
  host,
  guest,
  winner,
  scores: { host: 62, guest: 57 },
});

it('plays every pairing and shows the standings, best first', async () => {
  const screen = await renderPart(<StrengthsCard page={page} />, {
    handlers: {
      strengths: {
        list: () => ({ strengths: ['steady', 'sharp', 'always-defect'] }),
        match: ({ strengths: [first, second] }) => ({
          games: [gameOf(first, second, 'guest'), gameOf(second, first, 'host')],
        }),
      },
    },
  });
  await screen.getByRole('button', { name: 'Play a tournament' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 of 3 pairings');
  const rows = [...screen.container.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['always-defect', '4', '0', '0', '59.5'],
    ['sharp', '2', '0', '2', '59.5'],
    ['steady', '0', '0', '4', '59.5'],
  ]);
});

it('stops after the match in progress', async () => {
  const matches: (() => void)[] = [];
  const screen = await renderPart(<StrengthsCard page={page} />, {
    handlers: {
      strengths: {
        list: () => ({ strengths: ['steady', 'sharp', 'easy'] }),
        match: ({ strengths: [first, second] }) =>
          new Promise((settle) => matches.push(() => settle({ games: [gameOf(first, second, 'draw')] }))),
      },
    },
  });
  await screen.getByRole('button', { name: 'Play a tournament' }).click();
  await expect.poll(() => matches.length).toBe(1);
  matches[0]!();
  await expect.poll(() => matches.length).toBe(2);
  await screen.getByRole('button', { name: 'Stop' }).click();
  matches[1]!();
  await expect.element(screen.getByRole('button', { name: 'Play again' })).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 of 3 pairings');
  expect(matches).toHaveLength(2);
});

it('is not shown for hooks with fewer than two strengths', async () => {
  let wasListed = false;
  const list = () => {
    wasListed = true;
    return { strengths: ['only'] };
  };
  const screen = await renderPart(<StrengthsCard page={page} />, { handlers: { strengths: { list } } });
  await expect.poll(() => wasListed).toBe(true);
  await screen.show(<StrengthsCard page={{ ...page }} />);
  expect(screen.container.querySelector('h2')).toBeNull();
});
