/** Opens bundled boards in a real Chromium, served with the headers that every board gets, and checks their layout and accessibility. */
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import axe from 'axe-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { chromiumLaunch, ensureHeadlessChromium } from '../../../e2e/chromium.ts';
import type { BoardContext } from '../../../shared/boards/contract.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { type BoardPage, newBoardPage, type ReusablePage, sampleContext, showBoard } from './board-page.ts';

const folderOf = (folder: string) =>
  fileURLToPath(new URL(`../../../resources/protocols/${folder}/ui`, import.meta.url));

interface Size {
  width: number;
  height: number;
}

/** Overflow shows up in the smallest size first, so short runs test only that one. */
export const sizes: Size[] = [
  { width: 340, height: 300 },
  { width: 600, height: 510 },
  { width: 1200, height: 900 },
].slice(0, isLongRun ? undefined : 1);

const singleRendererArgs = [
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateSandboxedIframes',
];

/** The files that run in a process share its browser, which ends with it, and the pages that are free. */
let browser: Promise<Browser> | null = null;
const idle: ReusablePage[] = [];

async function launchBrowser(): Promise<Browser> {
  const { args, ...launch } = chromiumLaunch(await ensureHeadlessChromium());
  // One renderer process for all pages and frames: starting one for each takes longer than the tests.
  return chromium.launch({ ...launch, args: [...args, ...singleRendererArgs] });
}

/** Opens boards in the browser, and closes each after its test. */
export function boardBrowser(): (folder: string, changes?: Partial<BoardContext>, size?: Size) => Promise<BoardPage> {
  let openBoards: [BoardPage, ReusablePage][] = [];
  beforeAll(async () => {
    browser ??= launchBrowser();
    await browser;
  }, 400_000);
  afterEach(async () => {
    for (const [board, page] of openBoards) {
      await board.close();
      idle.push(page);
    }
    openBoards = [];
  });
  return async (folder, changes = {}, size) => {
    const page = idle.pop() ?? (await newBoardPage(await browser!));
    // The names are words of the players; in Chinese, tests look for words that are left in English.
    const names = changes.locale === 'zh-CN' ? { host: '马洛', guest: '艾达' } : sampleContext.names;
    const board = await showBoard(page, folderOf(folder), { ...sampleContext, names, ...changes }, size);
    openBoards.push([board, page]);
    return board;
  };
}

/** Rules that account for most of axe's run time. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Expects a board that fits its frame, has no errors, and has no violations that axe finds. Short runs skip the rules for colours. */
export async function expectFitAndAccessible(board: BoardPage) {
  await expectToFit(board);
  if (isLongRun) await expectNoViolations(board, (builder) => builder);
  else expect(await violationsInFrame(board)).toEqual([]);
}

/** Runs axe in the board's frame only. AxeBuilder also checks the page around it, and opens another page to collect its results. */
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

/** For a board that was already checked in the other theme: only its colours can differ. */
export async function expectFitAndContrast(board: BoardPage) {
  await expectToFit(board);
  if (isLongRun) await expectNoViolations(board, (builder) => builder.withRules(colourRules));
}

export async function expectNoViolations(board: BoardPage, choose: (builder: AxeBuilder) => AxeBuilder) {
  const { violations } = await choose(
    new AxeBuilder({ page: board.page }).options({ preload: false }).include('iframe'),
  ).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

export async function expectToFit(board: BoardPage) {
  const overflowing = () =>
    board.frame.evaluate(() =>
      [...document.querySelectorAll('button, figure, p, ol, #drawing, [role=slider]')]
        .filter((node) => !node.closest('.aside') && !node.closest('#talk') && !node.closest('#question'))
        .map((node) => ({ node: node.id || node.tagName, box: node.getBoundingClientRect() }))
        .filter(
          ({ box }) =>
            box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight),
        )
        .map(({ node }) => node),
    );
  // The frame grows shortly after the board's request.
  await expect.poll(overflowing).toEqual([]);
  expect(board.problems).toEqual([]);
}

/** All text of a board, including the labels for screen readers, without the names of columns and rows. */
export const textOf = (board: BoardPage) =>
  board.frame.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const names of body.querySelectorAll('.parlor-columns, .parlor-rows')) names.remove();
    return [
      document.title,
      body.textContent,
      ...[...document.querySelectorAll('[aria-label]')].map((node) => node.getAttribute('aria-label')),
    ].join(' ');
  });
