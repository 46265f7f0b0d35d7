import { expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { EditRows } from './EditRows.tsx';

it('takes a replaced state back with what came after it', async () => {
  const continue_from = vi.fn((_: object) => ({}));
  const game = { run: 3, edits: [{ seat: 'host' as const, after: 2 }] };
  const screen = await renderPart(
    <table>
      <tbody>
        <EditRows projectId="fox" game={game} after={2} />
      </tbody>
    </table>,
    { handlers: { studio: { continue_from } }, texts: ['studio'] },
  );
  await screen.getByRole('button', { name: 'Take it back' }).click();
  await expect.poll(() => continue_from.mock.calls[0]?.[0]).toEqual({ project_id: 'fox', run: 3, frame: 2 });
});
