import { digitOf } from '../../../shared/keyboard.ts';
import { findDecisionBar, isControl, isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { shortcuts, useShortcuts } from '../../core/shortcuts.ts';

interface TableKeys {
  /** A letter or a digit; whether it was taken, as a part of a place's name. */
  onPlaceCharacter(character: string): boolean;
  /** A letter, a digit or a minus; whether it was typed into the field of the question. */
  onType(character: string): boolean;
  /** 1 to 9. */
  onDigit(digit: number): void;
  onEnter(): void;
  onSpace(): void;
  onTogglePlain(): void;
  onToggleBoard(): void;
}

/** Whether Space does something to the focused element already. It does nothing to a link, or to an option that is chosen. */
function usesSpace(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' || !target.checked;
  return isControl(target) && !(target instanceof HTMLAnchorElement);
}

/** Opens the dialog that says what leaving costs. */
export const askToLeave = () => document.querySelector<HTMLElement>('[data-action="resign"]')?.click();

/** Keyboard shortcuts of a table. They don't work while a board has the focus: key events in a frame never reach the window. */
export function useTableKeys({
  onPlaceCharacter,
  onType,
  onDigit,
  onEnter,
  onSpace,
  onTogglePlain,
  onToggleBoard,
}: TableKeys): void {
  const isShortcut = useShortcuts();
  useWindowKeys((event) => {
    if (isDialogOpen() || event.defaultPrevented) return;
    const handle = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (isShortcut(event, shortcuts.table.plain)) return handle(onTogglePlain);
    if (isShortcut(event, shortcuts.table.cover)) return handle(onToggleBoard);
    if (isShortcut(event, shortcuts.table.resign)) {
      return handle(askToLeave);
    }
    if (isShortcut(event, shortcuts.table.read)) {
      return handle(() => document.dispatchEvent(new CustomEvent('parlor:read-position')));
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (isTyping(event.target)) {
      const data = event.target instanceof HTMLInputElement ? event.target.dataset : {};
      if (event.key === 'Enter' && ('typeMove' in data || 'leavesEnter' in data)) handle(onEnter);
      return;
    }
    const digit = digitOf(event);
    const character = digit === null ? event.key : String(digit);
    if (/^[a-z0-9]$/i.test(character) && onPlaceCharacter(character)) {
      event.preventDefault();
      if (isControl(event.target)) findDecisionBar()?.focus();
      return;
    }
    if (onType(character)) return event.preventDefault();
    if (digit !== null && digit > 0) {
      handle(() => onDigit(digit));
      // The next Enter plays the pick, and doesn't press the button that happens to have the focus.
      if (isControl(event.target)) findDecisionBar()?.focus();
      return;
    }
    if (event.key === '/') {
      const field = document.querySelector<HTMLElement>('[data-type-move]');
      if (field) handle(() => field.focus());
      return;
    }
    if (event.key === 'Enter' && !isControl(event.target)) handle(onEnter);
    else if (event.key === ' ' && !usesSpace(event.target)) handle(onSpace);
  });
}
