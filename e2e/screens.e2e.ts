/**
 * Inspects the screens of the window: the main ones in short runs; all of them in long ones, in every size, theme and language, empty
 * and with typed text. Boards are the bundled ones, in their frames.
 */
import { expect, test } from '@playwright/test';
import { type Screen, screens } from '../renderer/testing/screens.ts';
import type { Finding } from './inspect/finding.ts';
import { inspectScreen, type Scenes, type Size, type States, serveScenes, sizes } from './inspect/scenes.ts';
import { shiftsOf } from './inspect/shifts.ts';
import { report } from './inspect.ts';

let scenes: Scenes | null = null;
// Also between two tests that run in turn.
test.afterAll(() => {
  scenes?.close();
  scenes = null;
});

const named = (name: string): Screen => {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new Error(`There is no screen "${name}".`);
  return found;
};

const main: readonly { size: Size; names: string[]; states: States }[] = [
  {
    size: '1280x800',
    names: ['lobby-sheet', 'board-reversi-middle', 'inbox', 'studio-four'],
    states: {},
  },
  {
    size: '640x400',
    names: ['lobby', 'host-form', 'settings'],
    states: { chinese: true },
  },
];
for (const { size, names, states } of main) {
  test(`the main screens at ${size}`, async ({ browser }) => {
    scenes ??= await serveScenes();
    const found: Finding[] = [];
    for (const name of names) found.push(...(await inspectScreen(browser, scenes, named(name), size, states)));
    expect(report(found)).toBe('');
  });
}

const everything: States = { chinese: true, pages: 10 };
for (const screen of screens) {
  test(`screen ${screen.name}`, { tag: '@long' }, async ({ browser }) => {
    scenes ??= await serveScenes();
    const found: Finding[] = [];
    for (const size of Object.keys(sizes) as Size[])
      found.push(...(await inspectScreen(browser, scenes, screen, size, everything)));
    expect(report(found)).toBe('');
  });
}

/** The rooms by the scene in which most arrives in them. */
const rooms: readonly [scene: string, path: string][] = [
  ['lobby', '/'],
  ['contacts', '/'],
  ['results', '/tables'],
  ['results', '/tables/settled'],
  ['playing', '/tables/board'],
  ['lobby', '/protocols'],
  ['lobby', '/inbox/12'],
  ['lobby', '/leaderboards'],
  ['lobby', '/studio'],
  ['lobby', '/settings'],
  ['lobby', '/settings/identities'],
  ['lobby', '/settings/communities'],
];
for (const [scene, path] of rooms) {
  test(`nothing to press moves while ${path} of ${scene} loads`, { tag: '@long' }, async ({ browser }) => {
    scenes ??= await serveScenes();
    const found = { '1280x800': [] as string[], '900x600': [] as string[] };
    for (const size of Object.keys(found) as (keyof typeof found)[])
      found[size] = await shiftsOf(browser, scenes, scene, path, size);
    expect(found).toEqual({ '1280x800': [], '900x600': [] });
  });
}
