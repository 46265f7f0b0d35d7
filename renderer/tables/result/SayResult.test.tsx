import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { SayResult } from './SayResult.tsx';

const table = playing({ phase: 'finished', ask: null, role: 'guest' });

it('shows what the other side says as its claim, selects nothing, and reports only what the person says', async () => {
  const said: unknown[] = [];
  const screen = await renderPart(<SayResult table={table} told={{ winner: 'host' }} />, {
    handlers: {
      tables: {
        say_result: (args) => {
          said.push(args);
          return {};
        },
      },
    },
  });
  const { nickname } = table.peer;
  await expect.element(screen.getByRole('button', { name: 'Report it' })).toBeVisible();
  const text = screen.container.textContent.replaceAll(/[\u2066-\u2069]/g, '');
  expect(text).toContain(`${nickname}'s side says that ${nickname} won.`);
  expect(screen.container.querySelectorAll('input:checked')).toHaveLength(0);
  const report = screen.getByRole('button', { name: 'Report it' });
  await report.click({ force: true });
  expect(said).toEqual([]);
  await screen.getByText('You won', { exact: true }).click();
  await report.click();
  await expect.poll(() => said).toEqual([{ table_id: table.table_id, winner: 'guest' }]);
});
