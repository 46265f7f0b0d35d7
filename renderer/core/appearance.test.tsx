import '../ui/tokens.css';
import '../ui/base.css';
import { expect, it } from 'vitest';
import { defaultSettings } from '../../shared/bridge/settings.ts';
import { renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';
import { textScales, useLessMotion, useRootAppearance } from './appearance.ts';

function Probe() {
  useRootAppearance();
  return (
    <p data-probe style={{ fontSize: 'var(--t-body)', transition: 'opacity 3s' }}>
      {useLessMotion() ? 'less' : 'full'}
    </p>
  );
}

const withSettings = (changes: object) => ({
  ...appState('lobby', 'light'),
  settings: { ...defaultSettings, ...changes },
});

function shown() {
  const probe = document.querySelector('[data-probe]')!;
  const { fontSize, transitionDuration } = getComputedStyle(probe);
  const { pieces } = document.documentElement.dataset;
  return { motion: probe.textContent, size: Number.parseFloat(fontSize), transitionDuration, pieces };
}

it('style sheets follow the size of texts, motion and pieces', async () => {
  const screen = await renderPart(<Probe />, { app: withSettings({ motion: 'full' }) });
  const normal = { motion: 'full', size: 15, transitionDuration: '3s', pieces: 'standard' };
  await expect.poll(shown).toEqual(normal);
  screen.emit('app', 'changed', withSettings({ text_size: 'larger', motion: 'less', distinct_pieces: true }));
  await expect
    .poll(shown)
    .toEqual({ motion: 'less', size: 15 * textScales.larger, transitionDuration: '0s', pieces: 'distinct' });
  screen.emit('app', 'changed', withSettings({ motion: 'full' }));
  await expect.poll(shown).toEqual(normal);
});

it('an element has its new size at once if nothing should move', async () => {
  await renderPart(<Probe />, { app: withSettings({ motion: 'less' }) });
  await expect.poll(() => shown().motion).toBe('less');
  const probe = document.querySelector<HTMLElement>('[data-probe]')!;
  probe.style.transition = '';
  const widths = [100, 200].map((width) => {
    probe.style.width = `${width}px`;
    return probe.getBoundingClientRect().width;
  });
  expect(widths).toEqual([100, 200]);
});
