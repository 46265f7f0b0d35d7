import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../../../packaging/imports.ts';

/** What a module loads when it runs, with all that this loads. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file) || !/\.tsx?$/.test(file)) return;
    loaded.add(file);
    for (const { target, typeOnly } of importsOf(file))
      if (!typeOnly && target.startsWith('.')) visit(normalize(join(file, '..', target)));
  };
  visit(entry);
  return loaded;
}

it('records are verified and replayed by the worker, and by no module of the window itself', () => {
  const inWorker = ['shared/tables/verify-record.ts', 'renderer/tables/replay/replay-of.ts'];
  const worker = loadedBy('renderer/tables/compare/record.worker.ts');
  expect(inWorker.filter((module) => !worker.has(module))).toEqual([]);
  const window = loadedBy('renderer/main.ts');
  expect(window).toContain('renderer/tables/compare/CompareRecords.tsx');
  expect(window).toContain('renderer/tables/opened/RecordPage.tsx');
  expect(inWorker.filter((module) => window.has(module))).toEqual([]);
});
