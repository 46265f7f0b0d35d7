/** What the boards of the games that can be judged mark in an analysis. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BoardMarks } from '../../../../shared/boards/contract.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { evaluationSchema, type LineStep, type Question } from '../../../../shared/tables/hooks.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import { boardBrowser, expectFitAndContrast } from '../../testing/board-browser.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';
import { type BundledHooks, bundledHooks, playMessages, Seat } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();

/** The table at a question of a game of random answers, and the marks for the worst move there. */
async function judgedTable(folder: string, question: number) {
  const hooks = await bundledHooks(folder);
  const random = randomFrom(folder);
  const choose = (_hooks: BundledHooks, _state: unknown, { choices }: Question) =>
    choices[Math.floor(random() * choices.length)]!.value;
  const { spec } = readSpec(readFileSync(specUrl(folder), 'utf8'));
  const seats = [new Seat('host', hooks, spec, {}, choose), new Seat('guest', hooks, spec, {}, choose)] as const;
  let questions = 0;
  let asked: Seat = seats[1];
  const { sent } = playMessages(...seats, (seat) => {
    questions += 1;
    asked = seat;
    return questions === question;
  });
  const { moves } = evaluationSchema.parse((hooks.evaluate as (state: unknown) => unknown)(asked.state));
  const marked = ({ by, value }: LineStep) => ({ by, answer: value });
  const marks: BoardMarks = { played: marked(moves.at(-1)!.line[0]!), line: moves[0]!.line.map(marked) };
  return { role: asked.role, record: boardRecord(specUrl(folder), { role: asked.role }, sent), marks };
}

test.each([
  ['connect-four', 6],
  ['reversi', 9],
  ['gomoku', 9],
  ['dots-and-boxes', 9],
])('%s marks the move that was played and numbers the best line, until the next state', async (folder, question) => {
  const { role, record, marks } = await judgedTable(folder, question);
  const board = await boardAt(folder, { role });
  await board.state(record);
  await board.marks(marks);
  const count = (selector: string) => board.frame.locator(selector).count();
  await expect.poll(() => count('.parlor-step')).toBe(marks.line.length);
  expect(await count('.parlor-best')).toBe(1);
  expect(await count('.parlor-played')).toBe(1);
  const numbers = await board.frame.locator('.parlor-step text').allTextContents();
  expect(numbers).toEqual(marks.line.map((_, index) => String(index + 1)));
  // Each number stands on the colour of the piece that is placed there.
  const colours = await board.frame
    .locator('.parlor-step')
    .evaluateAll((steps) =>
      steps.map((step) => `${step.getAttribute('data-piece')} ${getComputedStyle(step.firstElementChild!).fill}`),
    );
  const sides = marks.line.map(({ by }) => by);
  expect(new Set(colours).size).toBe(new Set(sides).size);
  for (const [index, colour] of colours.entries()) expect(colour).toBe(colours[sides.indexOf(sides[index]!)]);
  await expectFitAndContrast(board);

  // A move that was the best has no ring.
  await board.marks({ ...marks, played: marks.line[0]! });
  await expect.poll(() => count('.parlor-played')).toBe(0);
  await board.state({ ...record, messages: record.messages.slice(0, -1) });
  await expect.poll(() => count('.parlor-step')).toBe(0);
});
