/** Fields for days and times follow the language of the browser, not that of the window, so there are none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourcesOf } from '../packaging/imports.ts';

it('no field shows its value in the language of the browser', () => {
  const native = /type=(?:"|\{')(?:date|time|datetime-local|month|week)\b/;
  expect(sourcesOf('renderer').filter((file) => native.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
