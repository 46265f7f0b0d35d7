import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { About } from './About.tsx';
import { Licences } from './Licences.tsx';

it.each([
  ['About', About],
  ['Licences', Licences],
])('%s shows the licence of Parlor', async (_, Section) => {
  const screen = await renderPart(<Section />);
  await screen.getByText('MIT', { exact: true }).first().click();
  await expect.element(screen.getByText(/^MIT License\s+Copyright \(c\) \d{4} The Parlor contributors/)).toBeVisible();
});

it('shows the licence of a package', async () => {
  const screen = await renderPart(<Licences />);
  await screen.getByText('react', { exact: true }).click();
  await expect.element(screen.getByText(/Copyright \(c\) Meta Platforms/)).toBeVisible();
});
