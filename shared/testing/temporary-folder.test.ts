import { existsSync, statSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const created: Record<'test' | 'hook' | 'block', string[]> = { test: [], hook: [], block: [] };

describe('a temporary folder', () => {
  created.block.push(temporaryFolder());
  beforeEach(() => void created.hook.push(temporaryFolder()));
  // Registered later, so it runs before the block's folder is removed.
  afterAll(() => expect(existsSync(created.block[0]!)).toBe(true));

  it.each([1, 2])('lives as long as the test or block that created it (test %i)', () => {
    for (const path of [...created.test, ...created.hook.slice(0, -1)]) expect(existsSync(path)).toBe(false);
    created.test.push(temporaryFolder());
    for (const path of [created.test.at(-1)!, created.hook.at(-1)!, ...created.block]) {
      expect(statSync(path).isDirectory()).toBe(true);
    }
  });
});

it('is removed after its block', () => {
  const paths = Object.values(created).flat();
  expect(new Set(paths).size).toBe(5);
  for (const path of paths) expect(existsSync(path)).toBe(false);
});
