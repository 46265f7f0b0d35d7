import { isAbsolute, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { chooseDataDir } from './data-dir.ts';

it('takes the option before the environment before the platform', () => {
  expect(chooseDataDir('/a', { PARLOR_DATA_DIR: '/b' })).toBe('/a');
  expect(chooseDataDir(undefined, { PARLOR_DATA_DIR: '/b' })).toBe('/b');
  expect(chooseDataDir('rel', {})).toBe(resolve('rel'));
  const fallback = chooseDataDir(undefined, {});
  expect(isAbsolute(fallback)).toBe(true);
  expect(fallback).toMatch(/parlor/i);
});
