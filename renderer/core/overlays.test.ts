/** Overlays must remove boards, so only these components may open one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const room = join(import.meta.dirname, '..');
const dialogs = ['ui/Dialog.tsx', 'ui/ProtectedDialog.tsx'];

const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(room, file), 'utf8');

it('every dialog and sheet removes the boards', () => {
  for (const file of [...dialogs, 'ui/Sheet.tsx']) expect(textOf(file), file).toContain('useOverlay();');
  const opens = /<(?:Modal|Drawer|Dialog\.Root|dialog)\b|showModal\(/;
  expect(files.filter((file) => opens.test(textOf(file))).sort()).toEqual(dialogs);
});
