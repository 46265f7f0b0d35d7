/**
 * What is shown passes through `shownText` (shared/peer-text.ts), whoever wrote it: in the window because JSX sees to it, and wherever
 * something else shows a text, by the text's type. Commands write through electron/cli/output/terminal.ts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, root, sourcesOf } from './packaging/imports.ts';
import { temporaryFolder } from './shared/testing/temporary-folder.ts';
import { findUnshownTexts } from './shared/testing/unshown-texts.ts';

it.each(['renderer', 'electron'])('%s shows only texts that are made to be shown', (environment) => {
  const config = join(root, environment, 'tsconfig.json');
  const found = findUnshownTexts(root, config, (path) => path.startsWith(`${environment}/`) && !isTest(path));
  expect(found).toEqual([]);
});

it('no element of the window is made without its JSX', () => {
  const around = /@jsx|dangerouslySetInnerHTML|insertAdjacent|['"]react\/jsx-(dev-)?runtime['"]|\bcloneElement\b/;
  const found = sourcesOf('renderer').filter(
    (file) => !file.startsWith('renderer/ui/jsx/') && around.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('commands write through one module', () => {
  const writing = /\bstd(out|err)\.write\(|\bconsole\./;
  const found = sourcesOf('electron').filter(
    (file) => file.startsWith('electron/cli/') && writing.test(readFileSync(join(root, file), 'utf8')),
  );
  // The latter also erases its own line.
  expect(found).toEqual(['electron/cli/output/progress.ts', 'electron/cli/output/terminal.ts']);
});

it('finds each way to show a text', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sources'));
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    strict: true,
    types: [],
    jsx: 'preserve',
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['sources'] }));
  writeFileSync(join(folder, 'sources/planted.tsx'), planted);
  const lines = planted.split('\n').flatMap((line, index) => (line.includes('// found') ? [index + 1] : []));
  const found = findUnshownTexts(folder, join(folder, 'tsconfig.json'), (path) => path.endsWith('planted.tsx'));
  expect(found.map((each) => Number(each.split(':')[1]))).toEqual(lines);
});

const planted = `
declare const shown: unique symbol;
type ShownText = string & { readonly [shown]: true };
declare const name: string;
declare const safe: ShownText;
declare const tray: { setToolTip(text: string): void };
declare const dialog: { showMessageBox(window: null, options: object): void };
declare const Select: (props: { data: { value: string; label: string }[] }) => null;
declare const pen: CanvasRenderingContext2D;

export function all(element: HTMLElement, options: { value: string; label: string }[], safeOptions: { value: string; label: ShownText }[]) {
  document.title = name; // found
  document.title = safe;
  document.title = Math.random() > 0.5 ? safe : 'Parlor';
  document.title = Math.random() > 0.5 ? safe : name; // found
  element.textContent = \`\${safe}, \${name}\`; // found
  pen.fillText(name, 0, 0); // found
  pen.fillText(safe, 0, 0);
  document.createTextNode(name.trim()); // found
  tray.setToolTip(name); // found
  dialog.showMessageBox(null, { message: name }); // found
  dialog.showMessageBox(null, { message: safe, detail: '' });
  new Notification(safe, { body: name }); // found
  new Notification(safe, { body: safe });
  return [<Select data={options} />, <Select data={safeOptions} />]; // found
}
`;
