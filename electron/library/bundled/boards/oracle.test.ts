import { describe, expect, test } from 'vitest';
import type { Question, Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import {
  boardBrowser,
  expectFitAndAccessible,
  expectFitAndContrast,
  expectToFit,
  sizes,
  textOf,
} from '../../testing/board-browser.ts';
import { tokensIn } from '../../testing/board-page.ts';
import { boardRecord, type Sent, specUrl } from '../../testing/board-records.ts';
import { bundledHooks } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();
const hooks = await bundledHooks('oracle');

describe('oracle', () => {
  const talk = [{ number: 1, by: 'guest' as const, text: 'Will it turn out well?', at: Date.UTC(2026, 0, 5, 9, 31) }];
  const question = (hooks.first_action as (state: unknown) => { ask: Question })({}).ask;
  const recordAt = (role: Role, answer?: { sign: string; certainty: number }) => {
    const sent: Sent[] = answer ? [['host', { action: 'sign', ...answer }]] : [];
    return boardRecord(specUrl('oracle'), { role }, sent, answer && { winner: null });
  };
  const signAsk: Question = {
    key: 'sign',
    prompt: 'Choose your answer',
    choices: ['yes', 'likely', 'unclear', 'unlikely', 'no'].map((value) => ({ value, label: value })),
  };

  test('offers questions, and shows the one being written', async () => {
    const board = await boardAt('oracle');
    await board.state(recordAt('guest'));
    await board.ask(question);
    await board.frame.getByRole('button', { name: 'Is this the right time?' }).click();
    await expect.poll(board.picked).toBe('Is this the right time?');
    await board.ask(question, 'Shall we dance?');
    await expect.poll(() => board.frame.locator('#question').textContent()).toContain('Shall we dance?');
    expect(board.problems).toEqual([]);
  });

  test('answers by keyboard: a sign, then a confidence', async () => {
    const board = await boardAt('oracle', { role: 'host' });
    await board.state(recordAt('host'), talk);
    await board.ask(signAsk);
    await expect.poll(() => textOf(board)).toContain('Will it turn out well?');
    await board.frame.getByRole('radio', { name: 'No', exact: true }).focus();
    await board.page.keyboard.press('ArrowRight');
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('unlikely');
    await board.state(recordAt('host'), talk);
    await board.ask({
      key: 'certainty',
      prompt: 'How sure are you?',
      choices: [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} of 5` })),
    });
    await expect.poll(() => board.frame.locator('.segment[data-picked]').count()).toBe(1);
    await board.frame.getByRole('radio', { name: 'Certainty 4 of 5' }).click();
    await expect.poll(board.picked).toBe(4);
    await board.ask(null);
    await board.state(recordAt('host', { sign: 'unlikely', certainty: 4 }), talk);
    await expect.poll(() => board.frame.locator('figcaption').textContent()).toMatch(/Unlikely\s*Certainty 4 of 5/);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
  });

  test('picks by the numbers beside the choices, in the order of the dial', async () => {
    const board = await boardAt('oracle', { role: 'host' });
    await board.state(recordAt('host'), talk);
    await board.ask(signAsk);
    await expect.poll(() => board.frame.getByRole('radio', { name: 'Unlikely' }).textContent()).toMatch(/^2\s/);
    await board.frame.getByRole('radio', { name: 'No', exact: true }).focus();
    await board.page.keyboard.press('2');
    await expect.poll(board.picked).toBe('unlikely');
  });

  test.each(sizes)('fits $width by $height in both themes and in Chinese', async (size) => {
    const board = await boardAt('oracle', { role: 'host' }, size);
    await board.state(recordAt('host'), talk);
    await board.ask(signAsk);
    await expectFitAndAccessible(board);
    await board.ask(null);
    await board.context({ theme: 'dark', locale: 'zh-CN' });
    await board.state(recordAt('host', { sign: 'likely', certainty: 2 }), talk);
    await expect.poll(() => textOf(board)).toContain('把握 2/5');
    await expectFitAndContrast(board);
    const guest = await boardAt('oracle', { theme: 'dark', tokens: tokensIn('dark') }, size);
    await guest.state(recordAt('guest'));
    await guest.ask(question);
    await expectFitAndAccessible(guest);
  });
});
