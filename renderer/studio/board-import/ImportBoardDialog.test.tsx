import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { BoardImport } from '../../../shared/bridge/board-import.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { FakeHandlers } from '../../testing/fake-bridge.ts';
import { renderPart } from '../../testing/render.tsx';
import { ImportBoardDialog } from './ImportBoardDialog.tsx';

type ImportCall = NonNullable<NonNullable<FakeHandlers['studio']>['import_board']>;

const result: BoardImport = {
  written: ['index.html', 'index.js'],
  moves: [{ page: 'index.html', code: 'script', line: 13, file: 'index.js', source: '' }],
  problems: [],
};
const page = new File([new Uint8Array([0xff, 0xfe, 0x3c, 0])], 'old.html', { type: 'text/html' });

const show = (import_board: ImportCall) =>
  renderPart(<ImportBoardDialog projectId="duel" onClose={() => {}} />, { handlers: { studio: { import_board } } });
const choose = (file: File) => userEvent.upload(document.querySelector('input[type="file"]')!, file);

it('shows what changes before anything is written, then writes the same bytes', async () => {
  const calls: Parameters<ImportCall>[0][] = [];
  const screen = await show((call) => {
    calls.push(call);
    return result;
  });
  await choose(page);
  await expect.element(screen.getByText(/A script moves into/)).toBeVisible();
  expect(calls).toEqual([{ project_id: 'duel', page_base64: '//48AA==', apply: false }]);
  await screen.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Imported: 2 files in ui/.');
  expect(calls.map(({ apply }) => apply)).toEqual([false, true]);
  expect(calls[1]!.page_base64).toBe(calls[0]!.page_base64);
});

it('names the file that it would replace, and offers no import then', async () => {
  const screen = await show(() => {
    throw new ParlorError('already_exists', '', { paths: ['index.js'] });
  });
  await choose(page);
  await expect.element(screen.getByText(/already exists/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Import', exact: true })).not.toBeInTheDocument();
});

it('reads nothing that is larger than a file of a board', async () => {
  const screen = await show(() => {
    throw new Error('nothing is sent');
  });
  await choose(new File([new Uint8Array(512 * 1024 + 1)], 'large.html', { type: 'text/html' }));
  await expect.element(screen.getByText(/larger than a file of a board/)).toBeVisible();
});
