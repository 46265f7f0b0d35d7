/** Bundled boards in a real Chromium, under the headers that every board gets. */
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chromiumLaunch, ensureHeadlessChromium } from '../../../e2e/chromium.ts';
import type { BoardContext } from '../../../shared/boards/contract.ts';
import { long } from '../../../shared/testing/long.ts';
import { type BoardPage, newBoardPage, type ReusablePage, sampleContext, showBoard } from './board-page.ts';

const folderOf = (folder: string) =>
  fileURLToPath(new URL(`../../../resources/protocols/${folder}/ui`, import.meta.url));

interface Size {
  width: number;
  height: number;
}

/** What does not fit shows in the smallest size first. */
export const sizes: Size[] = [
  { width: 340, height: 300 },
  { width: 600, height: 510 },
  { width: 1200, height: 900 },
].slice(0, long ? undefined : 1);

const oneRenderer = [
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateSandboxedIframes',
];

/** Opens boards in the pages of one browser for the tests of a file, and closes each after its test. */
export function boardBrowser(): (folder: string, changes?: Partial<BoardContext>, size?: Size) => Promise<BoardPage> {
  let browser: Browser;
  let open: [BoardPage, ReusablePage][] = [];
  const idle: ReusablePage[] = [];
  beforeAll(async () => {
    const { args, ...launch } = chromiumLaunch(await ensureHeadlessChromium());
    // One process for all pages and frames: starting one for each takes longer than the tests.
    browser = await chromium.launch({ ...launch, args: [...args, ...oneRenderer] });
  }, 400_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const [board, page] of open) {
      await board.close();
      idle.push(page);
    }
    open = [];
  });
  return async (folder, changes = {}, size) => {
    const page = idle.pop() ?? (await newBoardPage(browser));
    const board = await showBoard(page, folderOf(folder), { ...sampleContext, ...changes }, size);
    open.push([board, page]);
    return board;
  };
}

/** Takes axe most of its time. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nothing crosses the edge of the frame, nothing scrolls, no errors occurred, and axe reports no violation; of colours in a long run. */
export async function expectSound(board: BoardPage) {
  await expectToFit(board);
  if (long) await expectNoViolations(board, (builder) => builder);
  else expect(await violationsInFrame(board)).toEqual([]);
}

/** Without the page around the board, and without the further page in which AxeBuilder collects its results. */
async function violationsInFrame({ frame }: BoardPage): Promise<string[]> {
  await frame.evaluate(axe.source);
  return frame.evaluate(
    async ([withoutRules]) => {
      const { runPartial, finishRun } = (window as unknown as { axe: typeof axe }).axe;
      const size = { width: innerWidth, height: innerHeight };
      const context = { initiator: false, focusable: true, size, include: [], exclude: [] };
      const options = { preload: false, rules: Object.fromEntries(withoutRules.map((id) => [id, { enabled: false }])) };
      const { violations } = await finishRun([await runPartial(context as axe.ElementContext, options)], options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [colourRules] as const,
  );
}

/** The same board in the other theme, in which only colours can differ. */
export async function expectSoundColours(board: BoardPage) {
  await expectToFit(board);
  if (long) await expectNoViolations(board, (builder) => builder.withRules(colourRules));
}

async function expectNoViolations(board: BoardPage, choose: (builder: AxeBuilder) => AxeBuilder) {
  const { violations } = await choose(
    new AxeBuilder({ page: board.page }).options({ preload: false }).include('iframe'),
  ).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

export async function expectToFit(board: BoardPage) {
  const over = await board.frame.evaluate(() =>
    [...document.querySelectorAll('button, figure, p, ol, #drawing, [role=slider]')]
      .filter((node) => !node.closest('.aside') && !node.closest('#talk') && !node.closest('#question'))
      .map((node) => ({ node: node.id || node.tagName, box: node.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight),
      )
      .map(({ node }) => node),
  );
  expect(over).toEqual([]);
  expect(board.problems).toEqual([]);
}

/** Everything a board shows, visually and to a screen reader. */
export const said = (board: BoardPage) =>
  board.frame.evaluate(() =>
    [
      document.title,
      document.body.textContent,
      ...[...document.querySelectorAll('[aria-label]')].map((node) => node.getAttribute('aria-label')),
    ].join(' '),
  );
