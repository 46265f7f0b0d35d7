import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { TableRemarks } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { Saying } from '../../../shared/tables/remarks.ts';
import { renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { Remarks } from './Remarks.tsx';

let tableCount = 0;

/** What can be said at a table whose texts both sides allow. Each saying waits until it is settled. */
async function openRemarks() {
  tableCount += 1;
  const table = playing({ table_id: `talk-${tableCount}` });
  const state: TableRemarks = {
    ...{ table_id: table.table_id, remarks: [], ignored: 0, muted: false, open: true },
    texts: { own: true, peer: true },
  };
  const said: { saying: Saying; settle: PromiseWithResolvers<Record<string, never>> }[] = [];
  const part = <Remarks table={table} state={state} />;
  const screen = await renderPart(part, {
    handlers: {
      remarks: {
        say({ saying }) {
          const settle = Promise.withResolvers<Record<string, never>>();
          said.push({ saying, settle });
          return settle.promise;
        },
      },
    },
  });
  const field = () => screen.container.querySelector('input')!;
  return { screen, part, said, field };
}

it('keeps what is typed while the text before is being sent', async () => {
  const { said, field } = await openRemarks();
  await userEvent.type(field(), 'first line{Enter}second');
  await expect.poll(() => said).toHaveLength(1);
  expect(field().value).toBe('second');
  said[0]!.settle.resolve({});
  await userEvent.type(field(), ' line');
  expect(field().value).toBe('second line');
  await expect.poll(() => field().form!.querySelector('button')!.getAttribute('aria-disabled')).toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => said.map(({ saying }) => saying)).toEqual([{ text: 'first line' }, { text: 'second line' }]);
  expect(field().value).toBe('');
});

it('puts back what could not be sent, before what was typed since', async () => {
  const { screen, said, field } = await openRemarks();
  await userEvent.type(field(), 'first{Enter}second');
  await expect.poll(() => said).toHaveLength(1);
  said[0]!.settle.reject(new ParlorError('rate_limited', 'Wait.'));
  await expect.poll(() => field().value).toBe('first second');
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

it('keeps what is typed while the field is away', async () => {
  const { screen, part, field } = await openRemarks();
  await userEvent.type(field(), 'half a sentence');
  await screen.show(null);
  await screen.show(part);
  expect(field().value).toBe('half a sentence');
});
