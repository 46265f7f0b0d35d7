/** Every bundled board but Gomoku shows the whole of its position and the controls of the next move, at the sizes that windows often have. */
import { expect, type Frame, type Page, test } from '@playwright/test';
import { type Screen, screens } from '../renderer/testing/screens.ts';
import { openScene, type Scenes, type Size, serveScenes, sizes } from './inspect/scenes.ts';

let scenes: Scenes | null = null;
// Also between two tests that run in turn.
test.afterAll(() => {
  scenes?.close();
  scenes = null;
});

/** Of the guest's seat, each below a line about what happened. A finished game looks the same in all of them. */
const modes = {
  human: 'game&moments',
  hybrid: 'game&moments&mode=hybrid',
  autonomous: 'game&moments&mode=autonomous',
  premove: 'game&moments&ahead',
};
type Mode = keyof typeof modes;
const measured: readonly Size[] = ['640x400', '900x600', '1280x800'];

/** Without Gomoku, whose 15 rows of targets need more than a low window has. */
const boards = [...new Set(screens.flatMap(({ game }) => game?.slug ?? []))].filter((slug) => slug !== 'gomoku');
/** The first decision, one in the middle, and the end. */
const positions: { [name: string]: (board: string) => number | null } = {
  beginning: () => 0,
  middle: (board) => screens.find(({ game }) => game?.slug === board && game.decision)?.game?.decision ?? 0,
  end: () => null,
};

const screenOf = (slug: string, position: string, mode: Mode): Screen => ({
  ...{ name: `${slug} ${position} ${mode}`, scene: modes[mode], hash: '/tables/game' },
  actions: [(page) => page.frameLocator('iframe').locator('body *').first().waitFor()],
  game: { slug, decision: positions[position]!(slug) },
});

/** What can't be seen of the board without scrolling, as sentences. */
async function hiddenParts(page: Page): Promise<string[]> {
  const around = await page.locator('[data-region="board"]').evaluate((region) => {
    const tray = region.parentElement!.parentElement!;
    const [over, across] = [tray.scrollHeight - tray.clientHeight, tray.scrollWidth - tray.clientWidth];
    return [
      over > 0 && `the window lacks ${over} px of height`,
      across > 0 && `the window lacks ${across} px of width`,
    ];
  });
  const [, board] = page.frames();
  return [...around, ...(await hiddenInFrame(board!))].filter((each) => each !== false);
}

const hiddenInFrame = (frame: Frame) =>
  frame.evaluate(() => {
    const { body } = document;
    const faults: string[] = [];
    if (body.scrollHeight > body.clientHeight) faults.push(`${body.scrollHeight - body.clientHeight} px too high`);
    if (body.scrollWidth > body.clientWidth) faults.push(`${body.scrollWidth - body.clientWidth} px too wide`);
    const parts = 'button, [role=slider], [role=spinbutton], .parlor-stage, figure, #cloth';
    for (const part of document.querySelectorAll(parts)) {
      if (!part.checkVisibility()) continue;
      const { left, top, right, bottom } = part.getBoundingClientRect();
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        faults.push(`${part.tagName.toLowerCase()}#${part.id} is outside of the frame`);
    }
    return faults;
  });

async function expectWholeBoards(page: Page, size: Size, name: string) {
  await page.setViewportSize(sizes[size]);
  // The frame grows shortly after the board's request.
  await expect.poll(() => hiddenParts(page), { message: `${name} ${size}` }).toEqual([]);
}

test('whole boards in a low window', async ({ browser }) => {
  scenes ??= await serveScenes();
  // All of them in long runs, below.
  for (const board of boards.slice(0, 2)) {
    const screen = screenOf(board, 'middle', 'human');
    const page = await openScene(browser, scenes, screen, '640x400');
    await expectWholeBoards(page, '640x400', screen.name);
    await page.close();
  }
});

for (const board of boards) {
  test(`the whole board of ${board}`, { tag: '@long' }, async ({ browser }) => {
    scenes ??= await serveScenes();
    for (const position of Object.keys(positions)) {
      for (const mode of position === 'end' ? (['human'] as const) : (Object.keys(modes) as Mode[])) {
        const screen = screenOf(board, position, mode);
        const page = await openScene(browser, scenes, screen, '640x400');
        for (const size of measured) await expectWholeBoards(page, size, screen.name);
        await page.close();
      }
    }
  });
}
