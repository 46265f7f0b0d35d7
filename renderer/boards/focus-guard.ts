/**
 * Keeps the keyboard focus out of boards. A frame keeps it only after Tab or a `focus()` by Parlor's own code. After a press
 * inside the frame, or when the board calls `focus()`, Parlor takes it back at once; the board still receives the click.
 */
import { isTyping } from '../core/keys.ts';
import { createFocusBudget } from './focus-budget.ts';

interface FocusOptions {
  /** The element that receives the focus taken from the frame. */
  home(): HTMLElement | null;
  /** The board took the focus too often (focus-budget.ts). */
  onStolen(): void;
}

export interface FrameFocus {
  /** Whether the user entered the frame by keyboard. */
  holds(): boolean;
  /** Moves the focus home if it is in the frame or on the body. */
  leave(): void;
  /** Detects focus changes that fire no event; call it periodically. */
  check(): void;
  /** Stops watching. */
  end(): void;
}

export function watchFocus(frame: HTMLIFrameElement, { home, onStolen }: FocusOptions): FrameFocus {
  const budget = createFocusBudget();
  const stop = new AbortController();
  const on = { capture: true, signal: stop.signal };
  let lastInput = Number.NEGATIVE_INFINITY;
  let previous: HTMLElement | null = null;
  /** Tab was pressed and the focus has not moved yet. */
  let tabbed = false;
  let held = false;
  let pendingCheck: ReturnType<typeof setTimeout> | undefined;

  const inFrame = () => document.activeElement === frame;

  function moveFocus(target: HTMLElement | null): void {
    window.focus();
    target?.focus({ preventScroll: true });
    // Without a target, keys at least reach the window.
    if (inFrame()) frame.blur();
  }

  function handleEntry(): void {
    if (!inFrame() || held) return;
    if (tabbed) {
      tabbed = false;
      held = true;
      return;
    }
    const { theft, spent } = budget.entered({
      now: performance.now(),
      active: navigator.userActivation.isActive,
      lastInput,
    });
    // After a theft, or while the user types, back to where it was; after a press on the board, home.
    const target = previous?.isConnected && (theft || isTyping(previous)) ? previous : home();
    moveFocus(target);
    if (spent) onStolen();
  }

  const onInput = (event: Event) => {
    if (!event.isTrusted) return;
    lastInput = performance.now();
    tabbed = event instanceof KeyboardEvent && event.key === 'Tab';
  };
  window.addEventListener('keydown', onInput, on);
  window.addEventListener('pointerdown', onInput, on);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      // A board can't cause this event: if the frame is the target, Parlor's own code moved the focus.
      if (target === frame) held = true;
      else {
        tabbed = held = false;
        previous = target instanceof HTMLElement ? target : null;
      }
    },
    on,
  );
  window.addEventListener('focus', () => (held = false), { signal: stop.signal });
  window.addEventListener(
    'blur',
    () => {
      // The browser is still moving the focus; changes now would be overridden.
      clearTimeout(pendingCheck);
      pendingCheck = setTimeout(handleEntry);
    },
    { signal: stop.signal },
  );

  return {
    holds: () => held && inFrame(),
    leave() {
      const { activeElement } = document;
      if (inFrame() || activeElement === null || activeElement === document.body) moveFocus(home());
    },
    check() {
      // After another window was active, the focus starts outside the frame.
      if (held && !document.hasFocus()) {
        held = false;
        moveFocus(home());
      } else handleEntry();
    },
    end() {
      clearTimeout(pendingCheck);
      stop.abort();
    },
  };
}
