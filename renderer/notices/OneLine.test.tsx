import '../ui/base.css';
import { expect, it } from 'vitest';
import { isolatedName } from '../../shared/peer-text.ts';
import { renderPart } from '../testing/render.tsx';
import { OneLine } from './OneLine.tsx';

it.each([
  ['小梅', true],
  ['a-name-of-some-length-and-more', false],
])('shows a short name whole, and cuts a long one, where room is short', async (name, isWhole) => {
  const text = `${isolatedName(name)} challenges you to Rock Paper Scissors, best of 3`;
  const { getByText } = await renderPart(
    <div style={{ width: 200 }}>
      <OneLine text={text} />
    </div>,
  );
  const { scrollWidth, clientWidth } = getByText(isolatedName(name), { exact: true }).element();
  expect(scrollWidth <= clientWidth).toBe(isWhole);
});
