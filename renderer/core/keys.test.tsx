import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Menu } from '../ui/Menu.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SheetFrame } from '../ui/Sheet.tsx';
import { useEscape, useWindowKeys } from './keys.ts';

/** An input method that composes, as Chromium and Firefox report it, and as Safari does. */
const composing = [
  { isComposing: true, keyCode: 229 },
  { isComposing: false, keyCode: 229 },
];
const composedKeys = ['Enter', 'Escape', ' ', '4', 'ArrowDown'];

function press(target: Element, key: string, init: object = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...init }));
}

function Keys({ onField, onWindow }: { onField(key: string): void; onWindow(key: string): void }) {
  useWindowKeys((event) => onWindow(event.key));
  return (
    <>
      <input aria-label="field" onKeyDown={(event) => onField(event.key)} />
      <div className="cm-editor">
        <textarea aria-label="editor" onKeyDown={(event) => onField(event.key)} />
      </div>
    </>
  );
}

describe('keys of an input method', () => {
  it('reach neither the handlers of fields nor those of the window', async () => {
    const [onField, onWindow] = [vi.fn(), vi.fn()];
    const screen = await renderPart(<Keys onField={onField} onWindow={onWindow} />);
    const field = screen.getByLabelText('field').element();
    for (const init of composing) for (const key of composedKeys) press(field, key, init);
    expect(onField).not.toHaveBeenCalled();
    expect(onWindow).not.toHaveBeenCalled();
    for (const key of composedKeys) press(field, key);
    expect(onField.mock.calls.flat()).toEqual(composedKeys);
    expect(onWindow.mock.calls.flat()).toEqual(composedKeys);
  });

  it('reach the code editor, which handles them itself', async () => {
    const [onField, onWindow] = [vi.fn(), vi.fn()];
    const screen = await renderPart(<Keys onField={onField} onWindow={onWindow} />);
    for (const init of composing) press(screen.getByLabelText('editor').element(), 'Enter', init);
    expect(onField).toHaveBeenCalledTimes(composing.length);
    expect(onWindow).not.toHaveBeenCalled();
  });

  it('close neither dialogs nor sheets', async () => {
    const onClose = vi.fn();
    const screen = await renderPart(
      <SheetFrame id="sheet" labelledBy="title" onClose={onClose} header={<h2 id="title">Sheet</h2>}>
        <input aria-label="in sheet" />
      </SheetFrame>,
    );
    for (const init of composing) press(screen.getByLabelText('in sheet').element(), 'Escape', init);
    await screen.show(
      <Dialog label="dialog" size={400} onClose={onClose}>
        <input aria-label="in dialog" />
      </Dialog>,
    );
    for (const init of composing) press(screen.getByLabelText('in dialog').element(), 'Escape', init);
    expect(onClose).not.toHaveBeenCalled();
    press(screen.getByLabelText('in dialog').element(), 'Escape');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

/** Everything that Escape closes, over each other, as buttons that open it. */
function Layers() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const close = (name: string) => setOpen((names) => names.filter((each) => each !== name));
  const closerOf = (name: string) => (open.includes(name) ? () => close(name) : null);
  useEscape(closerOf('first'));
  useEscape(closerOf('second'));
  return (
    <>
      {['first', 'second', 'dialog'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen((names) => [...names, name])}>
          {name}
        </button>
      ))}
      <SearchField label="search" value={text} ref={null} onChange={setText} />
      <Menu items={[{ id: 'item', label: 'item', icon: null, onSelect: () => {} }]}>
        <button type="button">menu</button>
      </Menu>
      {open.includes('dialog') && (
        <Dialog label="dialog" size={400} onClose={() => close('dialog')}>
          <input aria-label="in dialog" />
        </Dialog>
      )}
      <output>{open.join()}</output>
    </>
  );
}

describe('Escape', () => {
  it('closes one thing, the latest opened', async () => {
    const screen = await renderPart(<Layers />);
    const shown = () => document.querySelector('output')?.textContent;
    const click = (name: string) => screen.getByRole('button', { name, exact: true }).click();
    await click('second');
    await click('first');
    await click('dialog');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(shown).toBe('second,first');
    await click('menu');
    await expect.element(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
    expect(shown()).toBe('second,first');
    await screen.getByLabelText('search').fill('text');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByLabelText('search')).toHaveValue('');
    expect(shown()).toBe('second,first');
    await userEvent.keyboard('{Escape}');
    await expect.poll(shown).toBe('second');
    await userEvent.keyboard('{Escape}');
    await expect.poll(shown).toBe('');
  });
});
