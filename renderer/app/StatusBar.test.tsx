import { expect, it } from 'vitest';
import { hostedTables } from '../testing/hosting-samples.ts';
import { renderPart } from '../testing/render.tsx';
import { StatusBar } from './StatusBar.tsx';

const showBar = (hosted: ReturnType<typeof hostedTables>) =>
  renderPart(<StatusBar />, { handlers: { tables: { hosting: () => ({ hosted }) } } });

it('says that no table is open, unless one waits for a guest', async () => {
  const empty = await showBar([]);
  await expect.element(empty.getByText('No table open')).toBeVisible();
  await empty.unmount();
  const waiting = await showBar(hostedTables('waiting').slice(0, 1));
  await expect.element(waiting.getByText('Your table is waiting')).toBeVisible();
  expect(waiting.getByText('No table open').query()).toBeNull();
});
