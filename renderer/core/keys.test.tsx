import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SheetFrame } from '../ui/Sheet.tsx';
import { useWindowKeys } from './keys.ts';

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
