import { useEffect, useRef } from 'react';
import { useApp } from './context.tsx';

/** True where typing belongs to the element, so that no shortcut may take a key away. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** True where Enter and Space already mean something. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], summary, [role="menuitem"]') !== null;
}

/** Something asks for an answer above everything else; keys belong to it. */
export const dialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** `Ctrl X` (Cmd on macOS); in the browser, which owns many of those, `Alt X` instead. */
export function useModifier(): (event: KeyboardEvent) => boolean {
  const web = useApp((app) => app.shell === 'web');
  return (event) =>
    web ? event.altKey && !event.ctrlKey && !event.metaKey : (event.ctrlKey || event.metaKey) && !event.altKey;
}

/** Listens to keys of the whole window while mounted; the newest `handle` is used. */
export function useWindowKeys(handle: (event: KeyboardEvent) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
