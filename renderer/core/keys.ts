import { useEffect, useRef } from 'react';
import { isComposing } from '../../shared/keyboard.ts';

/** Whether the element takes text input, so that shortcuts must not intercept its keys. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether Enter and Space already activate the element. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], summary, [role="menuitem"]') !== null;
}

/** Keys that belong to a dialog or a menu; it may have closed before a later listener asks. */
const takenKeys = new WeakSet<Event>();
const hasDialog = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
const hasMenu = () => document.querySelector('[role="menu"]') !== null;

/** Whether a modal dialog is open, or was when the key that is being handled was pressed; it receives all keys. */
export const isDialogOpen = (): boolean => hasDialog() || (window.event !== undefined && takenKeys.has(window.event));

/** The bar of an open table in which the user decides. */
export const findDecisionBar = () => document.querySelector<HTMLElement>('[data-region="decision"]');

/** Whether this is a Mac, where Option types characters and moves by words. */
export const isMac = (): boolean => /^Mac/.test(navigator.platform);

/**
 * Called before anything else listens. Notes which keys belong to a dialog or a menu, and keeps those of an input method from the
 * window's handlers, among them those that would send, play or close something.
 */
export function prepareKeys(target: Window): void {
  target.addEventListener(
    'keydown',
    (event) => {
      if (hasDialog() || (event.key === 'Escape' && hasMenu())) takenKeys.add(event);
      // The code editor has an input handling of its own, which needs these events.
      const isInEditor = event.target instanceof Element && event.target.closest('.cm-editor') !== null;
      if (isComposing(event) && !isInEditor) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/**
 * Listens to keys of the whole window while mounted, except those of an input method; the latest `onKeyDown` is used.
 */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const latestHandle = useRef(onKeyDown);
  latestHandle.current = onKeyDown;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => !isComposing(event) && latestHandle.current(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** What Escape closes, the latest opened last. */
const closers: (() => void)[] = [];

/** Escape calls `close` if nothing has been opened since; null while there is nothing to close. One Escape closes one thing. */
export function useEscape(close: (() => void) | null): void {
  const latestClose = useRef(close);
  latestClose.current = close;
  const isOpen = close !== null;
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => latestClose.current?.();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen() || closers.at(-1) !== closer) return;
      event.preventDefault();
      closer();
    };
    closers.push(closer);
    window.addEventListener('keydown', onKey);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      window.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
}
