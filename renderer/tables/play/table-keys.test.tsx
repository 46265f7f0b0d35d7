import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { useTableKeys } from './table-keys.ts';

interface Heard {
  played?: () => void;
  pressed?: () => void;
  held?: () => void;
}

function TableWithKeys({ played = () => {}, pressed, held = () => {} }: Heard) {
  useTableKeys({
    onPlaceCharacter: () => false,
    onType: () => false,
    onDigit: () => {},
    onEnter: played,
    onSpace: held,
    onTogglePlain: () => {},
    onToggleBoard: () => {},
  });
  return (
    <>
      <button type="button" onClick={pressed}>
        Rules
      </button>
      <label>
        <input type="radio" name="mode" /> Human
      </label>
      <label>
        <input type="radio" name="mode" defaultChecked /> Hybrid
      </label>
      <a href="#rules">All rules</a>
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

it('holds with Space where the key does nothing else', async () => {
  const [held, pressed] = [vi.fn(), vi.fn()];
  const screen = await renderPart(<TableWithKeys held={held} pressed={pressed} />);
  const focus = (role: 'radio' | 'button' | 'link', name: string) => {
    (screen.getByRole(role, { name }).element() as HTMLElement).focus();
  };
  focus('radio', 'Hybrid');
  await userEvent.keyboard(' ');
  expect(held).toHaveBeenCalledTimes(1);
  focus('link', 'All rules');
  await userEvent.keyboard(' ');
  expect(held).toHaveBeenCalledTimes(2);
  focus('button', 'Rules');
  await userEvent.keyboard(' ');
  expect(pressed).toHaveBeenCalledTimes(1);
  focus('radio', 'Human');
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('radio', { name: 'Human' })).toBeChecked();
  expect(held).toHaveBeenCalledTimes(2);
});
