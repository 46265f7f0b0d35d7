const parts = 'form, section, [role="dialog"], [data-region="sheet"]';

/**
 * A ref for what appears after a press: scrolls it into view if the focus is in the same form, card, sheet or dialog. Otherwise the page
 * would move while people do something else.
 */
export function reveal(element: HTMLElement | null): void {
  if (element?.closest(parts)?.contains(document.activeElement)) element.scrollIntoView({ block: 'nearest' });
}
