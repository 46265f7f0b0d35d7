import { useApp } from '../../core/context.tsx';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../../core/keys.ts';

interface TableKeys {
  /** 1 to 9. */
  onDigit(digit: number): void;
  onEnter(): void;
  onSpace(): void;
  onPlain(): void;
  onCover(): void;
}

/** Keyboard shortcuts of a table. Frames swallow key events, so none of these work inside a board. */
export function useTableKeys({ onDigit, onEnter, onSpace, onPlain, onCover }: TableKeys): void {
  const web = useApp((app) => app.shell === 'web');
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    const ctrl = event.ctrlKey || event.metaKey;
    // Browsers reserve Ctrl shortcuts, so in the web shell Alt replaces Ctrl and Ctrl Shift.
    const withModifier = (needsShift: boolean) =>
      web ? event.altKey && !ctrl : ctrl && !event.altKey && event.shiftKey === needsShift;
    const run = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (withModifier(true) && event.code === 'KeyP') return run(onPlain);
    if (withModifier(false) && event.code === 'Period') return run(onCover);
    if (withModifier(true) && event.code === 'KeyR') {
      return run(() => document.querySelector<HTMLElement>('[data-action="resign"]')?.click());
    }
    if (withModifier(true) && event.code === 'KeyB') {
      return run(() => document.dispatchEvent(new CustomEvent('parlor:read-position')));
    }
    if (ctrl || event.altKey || event.metaKey || event.repeat) return;
    if (isTyping(event.target)) {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement && 'typeMove' in event.target.dataset)
        run(onEnter);
      return;
    }
    if (/^[1-9]$/.test(event.key)) return run(() => onDigit(Number(event.key)));
    if (event.key === '/') {
      const field = document.querySelector<HTMLElement>('[data-type-move]');
      if (field) run(() => field.focus());
      return;
    }
    if (isControl(event.target)) return;
    if (event.key === 'Enter') run(onEnter);
    else if (event.key === ' ' && !(event.target instanceof HTMLInputElement)) run(onSpace);
  });
}
