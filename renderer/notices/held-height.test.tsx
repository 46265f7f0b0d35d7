import '../ui/base.css';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { useHeldHeight } from './held-height.ts';

/** Room above a list, which scrolls as the lobby's does; `children` enter it late. */
function Room({ entered, onPress }: { entered: boolean; onPress(): void }) {
  const above = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useHeldHeight(above, list);
  return (
    <div style={{ width: 300 }}>
      <div ref={above} data-testid="above" style={{ maxHeight: 200, overflow: 'auto' }}>
        <div style={{ height: 40 }}>First</div>
        {entered && (
          <div style={{ height: 100, paddingTop: 60 }}>
            <button type="button" onClick={onPress}>
              Register
            </button>
          </div>
        )}
      </div>
      <div ref={list} style={{ height: 200 }}>
        <a href="#/">Row</a>
      </div>
    </div>
  );
}

const row = () => document.querySelector('a')!;
const height = () => page.getByTestId('above').element().getBoundingClientRect().height;

it('what enters above a list waits out of sight, and stays under a pointer that presses it', async () => {
  const onPress = vi.fn();
  const screen = await renderPart(<Room entered={false} onPress={onPress} />);
  row().focus();
  await screen.show(<Room entered onPress={onPress} />);
  expect(height()).toBe(40);
  // Scrolled to, so that it moves once the room has its whole height.
  page.getByRole('button').element().scrollIntoView({ block: 'end' });
  await userEvent.click(page.getByRole('button'), { delay: 100 });
  expect(onPress).toHaveBeenCalledOnce();
  await expect.poll(height).toBe(140);
});
