import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { useTableKeys } from './table-keys.ts';

function TableWithKeys({ played, pressed }: { played: () => void; pressed: () => void }) {
  useTableKeys({
    onDigit: () => {},
    onEnter: played,
    onSpace: () => {},
    onTogglePlain: () => {},
    onToggleBoard: () => {},
  });
  return (
    <>
      <button type="button" onClick={pressed}>
        Rules
      </button>
      <section data-region="decision" aria-label="Your decision" tabIndex={-1} />
    </>
  );
}

it('plays a pick by number with Enter, whatever button has the focus', async () => {
  const played = vi.fn();
  const pressed = vi.fn();
  const screen = await renderPart(<TableWithKeys played={played} pressed={pressed} />);
  const button = screen.getByRole('button', { name: 'Rules' });
  await button.click();
  expect(pressed).toHaveBeenCalledOnce();
  await expect.element(button).toHaveFocus();

  await userEvent.keyboard('3');
  await expect.element(screen.getByRole('region', { name: 'Your decision' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(played).toHaveBeenCalledOnce();
  expect(pressed).toHaveBeenCalledOnce();
});
