/** What scrolls the messages around an element: the body of its pane, or in a low window the pane as a whole. */
export function scrollerAround(element: Element | null): Element | null {
  const body = element?.closest('[data-scroller]') ?? null;
  return body && getComputedStyle(body).overflowY === 'visible' ? body.parentElement : body;
}
