/**
 * Strangers' words on the scripted screens: every free text of every answer hides, reverses and closes something, and nothing that is shown
 * or read aloud does. The main screens in short runs, all of them in long ones.
 */
import { expect, type Frame, type Page, test } from '@playwright/test';
import { type Screen, screens } from '../renderer/testing/screens.ts';
import { openScene, type Scenes, serveScenes } from './inspect/scenes.ts';

let scenes: Scenes | null = null;
test.afterAll(() => {
  scenes?.close();
  scenes = null;
});

/**
 * Shown or spoken texts, other than those in editors and fields, with something hidden or unpaired in them, or that run from right to left
 * outside of an isolate.
 */
const faultsIn = (frame: Frame) =>
  frame.evaluate(() => {
    const hidden = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u2800\u3164\u115F\u1160\uFFA0]/u;
    const isFaulty = (text: string) => {
      let rest = text.replaceAll(/(?<=\p{Extended_Pictographic}|\uFE0F)\u200D/gu, '');
      for (let before = ''; before !== rest; ) {
        before = rest;
        rest = rest.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, (isolate) =>
          isolate.slice(1, -1).replaceAll(/[\u0590-\u05FF]/g, ''),
        );
      }
      return hidden.test(rest) || /[\u0590-\u05FF]/.test(rest);
    };
    const texts: [where: string, text: string][] = [['title', document.title]];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const { name, value } of node.attributes)
          if (
            /^(title|alt|placeholder|label|aria-(label|description|placeholder|roledescription|valuetext))$/.test(name)
          )
            texts.push([`${node.tagName} ${name}`, value]);
      } else if (!node.parentElement?.closest('script, style, textarea, .cm-editor'))
        texts.push([node.parentElement?.outerHTML.slice(0, 80) ?? '', node.textContent ?? '']);
    }
    return {
      faults: texts.filter(([, text]) => isFaulty(text)).map(([where, text]) => `${where}: ${JSON.stringify(text)}`),
      strangers: texts.filter(([, text]) => text.includes('U+202E')).length,
    };
  });

/** The number of strangers' words on a screen. Some screens are left half way, since their actions know texts by heart. */
async function lookAt(page: Page, screen: Screen): Promise<number> {
  for (const action of screen.actions)
    if (
      !(await action(page).then(
        () => true,
        () => false,
      ))
    )
      break;
  let words = 0;
  for (const frame of page.frames()) {
    const seen = await faultsIn(frame).catch((error: unknown) => {
      // A board that has gone meanwhile, for example for the plain view.
      if (!frame.isDetached()) throw error;
      return null;
    });
    expect(seen?.faults ?? [], screen.name).toEqual([]);
    words += seen?.strangers ?? 0;
  }
  return words;
}

const open = async (browser: Parameters<typeof openScene>[0], screen: Screen): Promise<Page> => {
  scenes ??= await serveScenes();
  const page = await openScene(
    browser,
    scenes,
    { ...screen, scene: `${screen.scene}&hostile`, actions: [] },
    '1280x800',
  );
  page.setDefaultTimeout(3_000);
  return page;
};

const main = [
  'lobby',
  'lobby-sheet',
  'table-plain',
  'table-stranger',
  'result-settled',
  'inbox',
  'protocols',
  'palette',
];
test('nothing that strangers wrote hides or turns anything', { tag: '@long' }, async ({ browser }) => {
  for (const name of main) {
    const screen = screens.find((each) => each.name === name);
    if (!screen) throw new Error(`There is no screen "${name}".`);
    const page = await open(browser, screen);
    expect(await lookAt(page, screen), name).toBeGreaterThan(0);
    await page.close();
  }
});

for (const screen of screens) {
  test(`words on the screen ${screen.name}`, { tag: '@long' }, async ({ browser }) => {
    const page = await open(browser, screen);
    await lookAt(page, screen);
    await page.close();
  });
}
