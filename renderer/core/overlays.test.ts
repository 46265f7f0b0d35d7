/** Overlays must remove boards, so only these components may open one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const rendererDir = join(import.meta.dirname, '..');
const dialogs = ['ui/Dialog.tsx', 'ui/ProtectedDialog.tsx'];

const files = readdirSync(rendererDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(rendererDir, file), 'utf8');

it('every dialog and sheet removes the boards, and nothing else opensModal a modal', () => {
  for (const file of [...dialogs, 'ui/Sheet.tsx']) expect(textOf(file), file).toContain('useOverlay();');
  const opensModal = /<(?:Modal|Drawer|Dialog\.Root|dialog)\b|showModal\(/;
  expect(files.filter((file) => opensModal.test(textOf(file))).sort()).toEqual(dialogs);
});
