/** Intercepts the keys that lead out of a board's frame, so that the board cannot swallow them. */
import type { Input, WebContents } from 'electron';
import type { PressedKey } from '../../../shared/bridge/contract.ts';
import { isKey } from '../../../shared/keyboard.ts';

/** F6 (next region), Escape, and with Ctrl or Cmd: K (palette) and period (hide the window's content). */
function reservedKey({ key, code, shift, alt, control, meta, isComposing }: Input): PressedKey | null {
  if (alt || isComposing) return null;
  const modifiers = { shift, control, meta };
  if (key === 'F6' && !control && !meta) return { code: 'F6', key, ...modifiers };
  if (key === 'Escape' && !shift && !control && !meta) return { code: 'Escape', key, ...modifiers };
  if (control !== meta && ((isKey({ key, code }, 'K') && !shift) || isKey({ key, code }, '.')))
    return { code, key, ...modifiers };
  return null;
}

export function interceptKeys(contents: WebContents, onKey: (key: PressedKey) => void): void {
  contents.on('before-input-event', (event, input) => {
    if (input.type !== 'keyDown' || !contents.focusedFrame?.parent) return;
    const key = reservedKey(input);
    if (!key) return;
    event.preventDefault();
    onKey(key);
  });
}
