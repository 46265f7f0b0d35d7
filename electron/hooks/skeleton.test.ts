import { afterEach, expect, test } from 'vitest';
import { readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { generateSkeleton, unfinishedMethods } from './skeleton.ts';
import { reusedHooks } from './testing/reused-hooks.ts';

const launchHooks = reusedHooks();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const specOf = (mode: string | undefined, name = 'Nim'): Spec =>
  readSpec(
    JSON.stringify({ name, spec_version: '1.0', type: 'game', messages: [], ...(mode ? { flow: { mode } } : {}) }),
  ).spec;

test.each([
  ['session_loop', ['act', 'first_action', 'handle', 'handle_join', 'handle_ready', 'join']],
  [undefined, ['act', 'first_action', 'handle', 'handle_join', 'handle_ready', 'join']],
  ['request_response', ['act', 'first_action', 'handle', 'handle_join', 'handle_ready', 'join']],
  ['simultaneous_round', ['handle', 'handle_join', 'handle_ready', 'join', 'round_judge', 'round_value']],
  ['free', ['on_message']],
])('a skeleton for %s loads, and its unfinished methods throw', async (mode, open) => {
  const skeleton = generateSkeleton(specOf(mode));
  expect(unfinishedMethods(skeleton)).toEqual(open);
  const hooks = await launchHooks(skeleton, { seed: '' });
  cleanups.push(() => hooks.dispose());
  for (const name of open) expect([...hooks.methods]).toContain(name);
  await expect(hooks.call(open[0] as 'act', [])).rejects.toThrow(`PARLOR_SKELETON_NOT_IMPLEMENTED: ${open[0]}`);
});

test('is finished once all methods are complete and the marker is deleted', () => {
  const skeleton = generateSkeleton(specOf('free'));
  const completed = skeleton.replace(/throw new Error\([^)]*\);/, 'return { state };');
  expect(unfinishedMethods(completed)).toEqual(['PARLOR_SKELETON']);
  expect(unfinishedMethods(completed.replace(/^export const PARLOR_SKELETON.*$/m, ''))).toEqual([]);
});

test('ignores markers in comments', () => {
  expect(
    unfinishedMethods("// throw new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: act')\nexport const act = () => 1;"),
  ).toEqual([]);
  expect(unfinishedMethods('/* export const PARLOR_SKELETON = true; */ export const act = () => 1;')).toEqual([]);
  expect(unfinishedMethods('const url = \'http://x\'; throw Error("PARLOR_SKELETON_NOT_IMPLEMENTED: join")')).toEqual([
    'join',
  ]);
});

test('a protocol name cannot end the comment that contains it', async () => {
  const skeleton = generateSkeleton(specOf('free', '*/ globalThis.owned = 1; /* "\n'));
  expect(skeleton.indexOf('*/')).toBeGreaterThan(skeleton.indexOf('delete the line below'));
  expect(unfinishedMethods(skeleton)).toEqual(['on_message']);
});
