import { dialogOpen, isControl, isTyping, useWindowKeys } from '../../core/keys.ts';
import { shortcuts, useShortcuts } from '../../core/shortcuts.ts';

interface TableKeys {
  /** 1 to 9. */
  onDigit(digit: number): void;
  onEnter(): void;
  onSpace(): void;
  onPlain(): void;
  onCover(): void;
}

/** Keyboard shortcuts of a table. They don't work while a board has the focus: key events in a frame never reach the window. */
export function useTableKeys({ onDigit, onEnter, onSpace, onPlain, onCover }: TableKeys): void {
  const pressed = useShortcuts();
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    const run = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (pressed(event, shortcuts.table.plain)) return run(onPlain);
    if (pressed(event, shortcuts.table.cover)) return run(onCover);
    if (pressed(event, shortcuts.table.resign)) {
      return run(() => document.querySelector<HTMLElement>('[data-action="resign"]')?.click());
    }
    if (pressed(event, shortcuts.table.read)) {
      return run(() => document.dispatchEvent(new CustomEvent('parlor:read-position')));
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
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
