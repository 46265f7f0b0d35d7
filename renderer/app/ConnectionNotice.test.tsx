import '../ui/base.css';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { setConnectionState } from '../bridge/connection.ts';
import { useHashPath } from '../core/hash-location.ts';
import { PlayingTable } from '../tables/play/PlayingTable.tsx';
import { renderPart } from '../testing/render.tsx';
import { openAsk, playing } from '../testing/samples.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { useLineToMain } from './line-to-main.ts';

const table = playing({ table_id: 'stopped', ask: { ...openAsk('turn 1'), deadline_at: Date.now() + 600_000 } });

function Window() {
  return (
    <Router hook={useHashPath}>
      <div data-line={useLineToMain()}>
        <PlayingTable table={table} onResult={() => {}} />
        <ConnectionNotice />
      </div>
    </Router>
  );
}

it.each([
  [1280, 800],
  [900, 600],
  [640, 400],
])('stops the table and says what to do as Parlor goes, whole at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  location.hash = '#/tables/stopped';
  window.dispatchEvent(new PointerEvent('pointermove', { clientX: -1 }));
  onTestFinished(() => setConnectionState('connected'));
  const { container, getByRole } = await renderPart(<Window />);
  const stopped = () =>
    [...container.querySelectorAll('[data-clock], [role="timer"], [data-region="decision"] [data-action]')].map(
      (element) => getComputedStyle(element).opacity,
    );
  await expect.poll(stopped).toContain('1');
  expect(stopped()).not.toContain('0.5');
  setConnectionState('lost');
  const words = getByRole('paragraph').filter({ hasText: 'start it again within two minutes' });
  await expect.element(words).toBeVisible();
  const { left, top, right, bottom } = words.element().getBoundingClientRect();
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect([right <= width, bottom <= height]).toEqual([true, true]);
  await expect.poll(stopped).not.toContain('1');
});
