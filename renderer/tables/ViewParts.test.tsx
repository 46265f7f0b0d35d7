import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { Json } from '../../shared/json/value.ts';
import type { ProtocolWords } from '../../shared/protocol/words.ts';
import { useLive } from '../core/context.tsx';
import { createLabelBook } from '../core/labels.ts';
import { renderPart } from '../testing/render.tsx';
import { ViewParts } from './ViewParts.tsx';

const protocolId = 'b'.repeat(64);

function Labelled({ view, words, peer }: { view: Json; words: ProtocolWords; peer?: string }) {
  const { labels } = useLive();
  useEffect(() => labels.setState(createLabelBook('en', { [protocolId]: words }), true), [labels, words]);
  const seat = { role: 'guest' as const, protocolId };
  return <ViewParts view={view} {...seat} {...(peer !== undefined && { peer })} />;
}

it('shows short marks in a grid, with what they mean in each cell and below', async () => {
  const words = {
    fields: { sea: 'Your sea' },
    values: { carrier_hit: 'carrier, hit', water: 'water' },
    marks: { carrier_hit: 'C✕', water: '•' },
  };
  const view = {
    sea: [
      ['carrier_hit', null],
      [null, 'water'],
    ],
    row_names: ['1', ''],
    column_names: ['A', ''],
  };
  const screen = await renderPart(<Labelled view={view} words={words} />);
  const cell = screen.getByRole('cell', { name: 'carrier, hit', exact: true });
  await expect.element(cell).toHaveTextContent('C✕carrier, hit');
  expect(screen.container.querySelector('ul')?.textContent).toBe('C✕ carrier, hit• water');
  // A name may be empty, as between the dots of a drawing.
  expect([...screen.container.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['A', '1']);
});

it('names the two people in values and lists, and says in a grid whose piece it is', async () => {
  const words = { fields: { winner_of_round: 'Won by', scores: 'Points' } };
  const view = {
    scores: { host: 34, guest: 0 },
    rounds: [{ host: 16, guest: 18, winner_of_round: 'host' }],
    board: [['host', 'guest']],
  };
  const screen = await renderPart(<Labelled view={view} words={words} peer="Ada" />);
  await expect.element(screen.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Ada', exact: true })).toBeVisible();
  await expect.element(screen.getByText('Points, Ada')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'theirs' })).toBeInTheDocument();
  await screen.show(<Labelled view={view} words={words} />);
  await expect.element(screen.getByText('Points, theirs')).toBeVisible();
});
