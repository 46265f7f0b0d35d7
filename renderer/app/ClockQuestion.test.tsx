import { expect, it, vi } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';
import { ClockQuestion } from './ClockQuestion.tsx';

const hour = 3_600_000;

async function renderQuestion(offset_ms: number | null) {
  const { community } = appState('offline', 'light');
  const problem = offset_ms === null ? community.problem : { code: 'clock_skew', message: '', detail: { offset_ms } };
  const [accept_clock, retry] = [vi.fn(() => ({})), vi.fn(() => ({}))];
  const screen = await renderPart(<ClockQuestion />, {
    app: { community: { ...community, problem } as typeof community },
    handlers: { community: { accept_clock }, app: { retry } },
  });
  return { screen, accept_clock, retry };
}

it.each([
  [30 * 24 * hour, /30\s?days\W* ahead of/],
  [-3 * hour, /3\s?hours\W* behind/],
  [312_000, /5\s?minutes\W* ahead of/],
])('asks whose clock is right: %i ms', async (offset_ms, text) => {
  const { screen, accept_clock, retry } = await renderQuestion(offset_ms);
  await expect.poll(() => screen.getByRole('alert').query()?.textContent).toMatch(text);
  await screen.getByRole('button', { name: 'Show details' }).click();
  await screen.getByRole('button', { name: 'Clock is set, try again' }).click();
  await expect.poll(() => retry.mock.calls.length).toBe(1);
  expect(accept_clock).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: /^Use the community/ }).click();
  await expect.poll(() => accept_clock.mock.calls.length).toBe(1);
  expect(accept_clock).toHaveBeenCalledWith({ offset_ms }, expect.anything());
});

it('asks nothing about other problems', async () => {
  const { screen } = await renderQuestion(null);
  expect(screen.container.querySelector('[role=alert]')).toBeNull();
});
