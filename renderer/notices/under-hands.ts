/** What the pointer is over and what has the focus: a notice that enters neither moves nor covers it. */
const pointer = { x: -1, y: -1 };
window.addEventListener(
  'pointermove',
  (event) => {
    pointer.x = event.pointerType === 'touch' ? -1 : event.clientX;
    pointer.y = event.clientY;
  },
  { capture: true, passive: true },
);

const controls =
  'a[href], button, input, select, textarea, summary, iframe, [role="tab"], [role="menuitem"], [role="option"], [tabindex="0"]';

/** The controls that the user is about to use, outside the section itself. */
function controlsUnderHands(section: Element): Element[] {
  const hovered = pointer.x < 0 ? null : document.elementFromPoint(pointer.x, pointer.y);
  return [hovered?.closest(controls), document.activeElement?.closest(controls)].filter(
    (control): control is Element => control != null && !section.contains(control),
  );
}

/** A section under a resting pointer would take the click that was meant for what it covers. */
const isPointedAt = (section: HTMLElement) =>
  pointer.x >= 0 && section.contains(document.elementFromPoint(pointer.x, pointer.y));

/** Whether a section that has just been rendered has moved or covered what the user is about to press. It is measured without it and with it. */
export function disturbsHands(section: HTMLElement): boolean {
  section.hidden = true;
  const under = controlsUnderHands(section);
  const before = under.map((control) => control.getBoundingClientRect());
  section.hidden = false;
  if (isPointedAt(section)) return true;
  return under.some((control, index) => {
    if (!control.checkVisibility({ visibilityProperty: true })) return true;
    const after = control.getBoundingClientRect();
    // A board that is resized moves its cells.
    return (['left', 'top', 'width', 'height'] as const).some(
      (side) => Math.abs(after[side] - before[index]![side]) >= 1,
    );
  });
}

/** Whether the pointer or the focus is within an element. */
export const isInHands = (element: Element | null | undefined): boolean =>
  element != null && (element.matches(':hover') || element.contains(document.activeElement));

/** Calls back once the pointer and the focus have rested for a moment: they may have left the control that they were on. */
export function watchHands(listener: () => void): () => void {
  const aimMs = 400;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(listener, aimMs);
  };
  const events = ['pointermove', 'pointerout', 'focusin', 'focusout', 'scroll'] as const;
  for (const event of events) window.addEventListener(event, restart, true);
  return () => {
    clearTimeout(timer);
    for (const event of events) window.removeEventListener(event, restart, true);
  };
}
