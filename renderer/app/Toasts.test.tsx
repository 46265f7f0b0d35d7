import '../ui/base.css';
import { notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failedActions, reportFailure } from '../core/attempt.ts';
import { toast } from '../core/toast.ts';
import { renderPart } from '../testing/render.tsx';
import { ProblemToasts } from './ProblemToasts.tsx';
import { Toasts } from './Toasts.tsx';

afterEach(() => {
  notifications.clean();
  failedActions.setState([], true);
});

const words = () => document.querySelector('[data-toast="words"]');

it('lets go of a confirmation while the pointer rests on it, and passes clicks on', async () => {
  let clicks = 0;
  await renderPart(
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={() => (clicks += 1)}>
        Below
      </button>
      <Toasts />
    </>,
  );
  toast('Copied.');
  await expect.poll(words).not.toBeNull();
  const { x, y, width, height } = words()!.getBoundingClientRect();
  await userEvent.click(page.getByRole('button', { name: 'Below' }), {
    position: { x: x + width / 2, y: y + height / 2 },
  });
  expect(clicks).toBe(1);
  await expect.poll(words, { timeout: 20_000 }).toBeNull();
});

it('keeps off what is played with at a table', async () => {
  await page.viewport(640, 400);
  await renderPart(
    <>
      <div data-region="board" style={{ position: 'fixed', inset: '56px 0 66px' }} />
      <div data-region="decision" style={{ position: 'fixed', inset: 'auto 0 0', height: 66 }} />
      <Toasts />
    </>,
  );
  toast('Copied.');
  await expect.poll(words).not.toBeNull();
  expect(words()!.getBoundingClientRect().bottom).toBeLessThanOrEqual(56);
});

it('forgets a problem once its toast is gone', async () => {
  // A toast stays while the pointer rests on it.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } });
  await renderPart(
    <>
      <Toasts />
      <ProblemToasts />
    </>,
  );
  reportFailure(new Error('internal'));
  await expect.poll(() => document.querySelector('[data-toast="problem"]')).not.toBeNull();
  await expect.poll(() => failedActions.getState(), { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => document.querySelector('[data-toast="problem"]')).toBeNull();
});
