import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { UntrustedLine, UntrustedText } from './UntrustedText.tsx';

const hostile = 'pay \u202Eyadot\u202C <img src="x" onerror="document.title = \'run\'"><b>me</b>\u200B';

it('shows direction changes and invisible characters as code points, and markup as text', async () => {
  const { container } = await renderPart(<UntrustedText heading="mallory wrote" text={hostile} />);
  const text = container.querySelector('figure bdi');
  expect(text?.textContent).toBe(
    'pay U+202EyadotU+202C <img src="x" onerror="document.title = \'run\'"><b>me</b>U+200B',
  );
  expect(text?.children).toHaveLength(0);
});

it('names the author before the text', async () => {
  const screen = await renderPart(<UntrustedText heading="mallory wrote" text="hello" />);
  await expect.element(screen.getByRole('figure', { name: 'mallory wrote' })).toHaveTextContent('mallory wrotehello');
});

it('shows a list line on one line, with hidden characters made visible', async () => {
  const { container } = await renderPart(<UntrustedLine text={'one\ntwo \u2067three'} />);
  expect(container.querySelector('bdi')?.textContent).toBe('one two U+2067three');
});
