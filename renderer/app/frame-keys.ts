import { useEffect } from 'react';
import { useBridge } from '../core/context.tsx';

/** Re-dispatches keys that the desktop shell intercepted in a board's frame, and moves the focus out of the frame. */
export function useFrameKeys(): void {
  const bridge = useBridge();
  useEffect(
    () =>
      bridge.app.on('pressed', ({ key, code, shift, control, meta }) => {
        const init = { key, code, shiftKey: shift, ctrlKey: control, metaKey: meta, bubbles: true, cancelable: true };
        const frame = document.activeElement;
        (frame ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
        if (!(frame instanceof HTMLIFrameElement) || document.activeElement !== frame) return;
        window.focus();
        document.querySelector<HTMLElement>('[data-region="decision"]')?.focus({ preventScroll: true });
      }),
    [bridge],
  );
}
