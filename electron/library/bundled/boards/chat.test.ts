import { describe, expect, test } from 'vitest';
import type { Question } from '../../../../shared/tables/hooks.ts';
import {
  boardBrowser,
  expectFitAndAccessible,
  expectFitAndContrast,
  sizes,
  textOf,
} from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();
const talk = [
  { number: 1, by: 'host' as const, text: 'Good to see you here.', at: Date.UTC(2026, 0, 5, 9, 30) },
  { number: 2, by: 'guest' as const, text: 'Likewise. How was the ferry?', at: Date.UTC(2026, 0, 5, 9, 31) },
  { number: 3, by: 'host' as const, text: '<b>Late</b>, but dry.', at: Date.UTC(2026, 0, 5, 9, 32) },
];

describe('chat', () => {
  const chat = specUrl('chat');
  const record = boardRecord(chat, { role: 'guest' }, [['guest', { action: 'join' }]]);
  const ask = (): Question => ({
    key: 'say:1',
    prompt: 'Say something',
    choices: [{ value: false, label: 'goodbye' }],
    entry: { type: 'text', max_bytes: 1000 },
  });
  const button = (board: BoardPage, name: string) => board.frame.getByRole('button', { name });

  test('shows messages as plain text with their writers, and adds new ones', async () => {
    const board = await boardAt('chat');
    await board.state(record, []);
    await expect.poll(() => textOf(board)).toContain('No messages yet.');
    await board.state(record, talk);
    const lines = () => board.frame.locator('.said').allInnerTexts();
    await expect.poll(async () => (await lines()).length).toBe(3);
    expect((await lines())[0]).toContain('Marlow');
    expect((await lines())[1]).toContain('You');
    expect(await board.frame.locator('.said').nth(2).locator('p').textContent()).toBe('<b>Late</b>, but dry.');
    const many = Array.from({ length: 60 }, (_, at) => ({ ...talk[0]!, number: at + 5, text: `Line ${at}` }));
    await board.state(record, many);
    await expect.poll(() => textOf(board)).toContain('Earlier messages are in the record.');
    expect(await board.frame.locator('.said').last().isVisible()).toBe(true);
    await board.ask(null);
    await board.state(boardRecord(chat, { role: 'guest' }, [], { winner: null }), talk);
    await expect.poll(() => textOf(board)).toContain('The conversation has ended.');
    await expectFitAndAccessible(board);
  });

  test('ends the chat after two presses', async () => {
    const board = await boardAt('chat');
    await board.state(record, talk);
    await board.ask(ask());
    await button(board, 'Goodbye').click();
    expect(board.picked()).toBeNull();
    await button(board, 'End for both?').click();
    await expect.poll(board.picked).toBe(false);
    expect(board.problems).toEqual([]);
  });

  test.each(sizes)('fits $width by $height in both themes and in Chinese', async (size) => {
    const board = await boardAt('chat', {}, size);
    await board.state(record, talk);
    await board.ask(ask());
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark', locale: 'zh-CN' });
    await expect.poll(() => textOf(board)).toContain('道别');
    expect(await board.frame.locator('footer').textContent()).not.toMatch(/[a-z]{2}/i);
    await expectFitAndContrast(board);
  });
});
