/**
 * Keeps the keyboard focus out of boards. A frame keeps it only after Tab or a `focus()` by Parlor's own code. After a press
 * inside the frame, or when the board calls `focus()`, Parlor takes it back at once; the board still receives the click.
 */
import { isTyping } from '../core/keys.ts';
import { createFocusBudget } from './focus-budget.ts';

interface FocusOptions {
  /** The element that receives the focus taken from the frame. */
  focusFallback(): HTMLElement | null;
  /** The board took the focus too often (focus-budget.ts). */
  onBudgetExhausted(): void;
}

export interface FrameFocus {
  /** Whether the user entered the frame by keyboard. */
  holdsFocus(): boolean;
  /** Moves the focus to the fallback if it is in the frame or on the body. */
  releaseFocus(): void;
  /** Detects focus changes that fire no event; call it periodically. */
  check(): void;
  /** Stops watching. */
  stop(): void;
}

export function watchFocus(frame: HTMLIFrameElement, { focusFallback, onBudgetExhausted }: FocusOptions): FrameFocus {
  const budget = createFocusBudget();
  const abortController = new AbortController();
  const listenerOptions = { capture: true, signal: abortController.signal };
  let lastInputAt = Number.NEGATIVE_INFINITY;
  let previousElement: HTMLElement | null = null;
  /** Tab was pressed and the focus has not moved yet. */
  let tabPressed = false;
  let focusAllowed = false;
  let pendingCheck: ReturnType<typeof setTimeout> | undefined;

  const inFrame = () => document.activeElement === frame;

  function moveFocus(target: HTMLElement | null): void {
    window.focus();
    target?.focus({ preventScroll: true });
    // Without a target, keys at least reach the window.
    if (inFrame()) frame.blur();
  }

  function handleEntry(): void {
    if (!inFrame() || focusAllowed) return;
    if (tabPressed) {
      tabPressed = false;
      focusAllowed = true;
      return;
    }
    const { isTheft, exhausted } = budget.recordEntry({
      now: performance.now(),
      userActive: navigator.userActivation.isActive,
      lastInputAt,
    });
    // After a theft, or while the user types, back to where it was; after a press on the board, to the fallback.
    const target =
      previousElement?.isConnected && (isTheft || isTyping(previousElement)) ? previousElement : focusFallback();
    moveFocus(target);
    if (exhausted) onBudgetExhausted();
  }

  const onInput = (event: Event) => {
    if (!event.isTrusted) return;
    lastInputAt = performance.now();
    tabPressed = event instanceof KeyboardEvent && event.key === 'Tab';
  };
  window.addEventListener('keydown', onInput, listenerOptions);
  window.addEventListener('pointerdown', onInput, listenerOptions);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      // A board can't cause this event: if the frame is the target, Parlor's own code moved the focus.
      if (target === frame) focusAllowed = true;
      else {
        tabPressed = focusAllowed = false;
        previousElement = target instanceof HTMLElement ? target : null;
      }
    },
    listenerOptions,
  );
  window.addEventListener('focus', () => (focusAllowed = false), { signal: abortController.signal });
  window.addEventListener(
    'blur',
    () => {
      // The browser is still moving the focus; changes now would be overridden.
      clearTimeout(pendingCheck);
      pendingCheck = setTimeout(handleEntry);
    },
    { signal: abortController.signal },
  );

  return {
    holdsFocus: () => focusAllowed && inFrame(),
    releaseFocus() {
      const { activeElement } = document;
      if (inFrame() || activeElement === null || activeElement === document.body) moveFocus(focusFallback());
    },
    check() {
      // After another window was active, the focus starts outside the frame.
      if (focusAllowed && !document.hasFocus()) {
        focusAllowed = false;
        moveFocus(focusFallback());
      } else handleEntry();
    },
    stop() {
      clearTimeout(pendingCheck);
      abortController.abort();
    },
  };
}
