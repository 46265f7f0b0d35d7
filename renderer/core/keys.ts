import { useEffect, useRef } from 'react';

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

/** Whether a modal dialog is open; it receives all keys. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** The bar of an open table in which the user decides. */
export const findDecisionBar = () => document.querySelector<HTMLElement>('[data-region="decision"]');

/** Listens to keys of the whole window while mounted; the latest `onKeyDown` is used. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const latestHandle = useRef(onKeyDown);
  latestHandle.current = onKeyDown;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => latestHandle.current(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
