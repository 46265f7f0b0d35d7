/**
 * Keeps the keyboard focus on something. When the element that has it is removed, hidden or disabled, browsers leave the focus to
 * the body: Tab starts again at the top of the window, and screen readers lose their place. Here it moves instead
 *
 * - from what closes over a page, such as a dialog, to where it came from,
 * - from a removed row to the next one, or else to the previous one,
 * - otherwise to the nearest heading or named region around the element,
 * - and on a new page to its heading, unless the page itself has moved it.
 *
 * Enter does nothing on a heading that got the focus from a button that Enter or Space has just removed: pressed once more, it would do what
 * the page does on Enter, such as asking for another game.
 */
import { currentPath } from './hash-location.ts';

const main = '[data-region="main"]';
const modal = '[role="dialog"]';
/** What opens over or beside a page and closes again. */
const layers = `${modal}, [role="menu"], [data-region="sheet"], [data-region="moments"], [data-region="toast"]`;
const rows = 'li, tr, article';
const controls = 'a[href], button, input, select, textarea, [tabindex="0"]';
const headings = 'h1, h2, h3, h4';

/** An element that had the focus, and what it was in, from the inside out. */
interface Place {
  element: HTMLElement;
  ancestors: readonly Element[];
}

/** Where a removed row was. */
type Gap = Pick<MutationRecord, 'nextSibling' | 'previousSibling'>;

const placeOf = (element: HTMLElement): Place => {
  const ancestors: Element[] = [];
  for (let next = element.parentElement; next; next = next.parentElement) ancestors.push(next);
  return { element, ancestors };
};

const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

const canHoldFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null && isVisible(element);

const headingIn = (container: ParentNode, selector: string): HTMLElement | null =>
  [...container.querySelectorAll<HTMLElement>(selector)].find(isVisible) ?? null;

const mainRegion = (): HTMLElement | null => document.querySelector<HTMLElement>(main);
const pageHeading = (): HTMLElement | null => headingIn(mainRegion() ?? document, 'h1');

function rowBeside(gaps: readonly Gap[]): HTMLElement | null {
  for (const row of gaps.flatMap(({ nextSibling, previousSibling }) => [nextSibling, previousSibling])) {
    if (!(row instanceof HTMLElement && row.matches(rows) && row.isConnected)) continue;
    const target = [row, ...row.querySelectorAll<HTMLElement>(controls)].find(
      (element) => element.matches(controls) && canHoldFocus(element),
    );
    if (target) return target;
  }
  return null;
}

/** Starts keeping the focus of the document; the returned function stops it. */
export function keepFocus(): () => void {
  const abortController = new AbortController();
  const { signal } = abortController;
  /** The last element that had the focus, unless the user took it away, such as by a press on the background. */
  let last: Place | null = null;
  /** By layer, where the focus was before it moved there. */
  const origins = new WeakMap<Element, Place>();
  /** Has the focus until what should have it is there, or is enabled again. */
  let standIn: { element: Element; findBetter(): HTMLElement | null } | null = null;
  /** Where the last element, or something around it, was removed from. */
  let gaps: Gap[] = [];
  /** The control on which Enter or Space was pressed last. */
  let pressed: HTMLElement | null = null;
  /** The heading on which Enter does nothing. */
  let quietHeading: Element | null = null;
  let path = currentPath();
  let isNewPage = false;
  let pendingCheck: ReturnType<typeof setTimeout> | undefined;

  const isLost = () => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body || !canHoldFocus(activeElement);
  };

  function remember(element: HTMLElement): void {
    const place = placeOf(element);
    for (const layer of place.ancestors.filter((ancestor) => ancestor.matches(layers))) {
      if (!last || last.ancestors.includes(layer)) continue;
      // Origins must not lead in a circle: only the first may be in another layer.
      if (!origins.has(layer) || !last.ancestors.some((ancestor) => ancestor.matches(layers))) origins.set(layer, last);
    }
    last = place;
  }

  function focus(element: HTMLElement): void {
    if (!element.hasAttribute('tabindex') && !element.matches(controls)) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }

  function focusPage(): void {
    const heading = pageHeading();
    const target = heading ?? mainRegion();
    if (!target) return;
    focus(target);
    if (!heading) standIn = { element: target, findBetter: pageHeading };
  }

  /** The first that can take the focus: the element itself, what opened the layer around it, the nearest heading. Null means the page. */
  function findTarget({ element, ancestors }: Place): HTMLElement | null {
    if (canHoldFocus(element)) return element;
    for (const ancestor of ancestors) {
      const origin = ancestor.isConnected ? undefined : origins.get(ancestor);
      if (origin) return findTarget(origin);
      if (ancestor.matches(main)) return null;
      if (!ancestor.isConnected || !isVisible(ancestor) || !ancestor.closest(`${main}, ${layers}`)) continue;
      const target = headingIn(ancestor, headings);
      if (target) return target;
      if (ancestor.matches(`${modal}, [data-region][tabindex]`)) return ancestor as HTMLElement;
    }
    return null;
  }

  function restore(lost: Place): void {
    const target = (lost.element.isConnected ? null : rowBeside(gaps)) ?? findTarget(lost);
    if (target) focus(target);
    else focusPage();
    const { activeElement } = document;
    quietHeading = pressed === lost.element && activeElement?.matches(headings) ? activeElement : null;
    if (lost.element.isConnected && activeElement !== null && activeElement !== lost.element) {
      standIn = { element: activeElement, findBetter: () => (canHoldFocus(lost.element) ? lost.element : null) };
    }
  }

  function check(): void {
    clearTimeout(pendingCheck);
    pendingCheck = undefined;
    const { activeElement } = document;
    if (standIn && standIn.element !== activeElement) standIn = null;
    const better = standIn?.findBetter();
    if (better) focus(better);
    else if (isNewPage && activeElement?.closest(modal) == null) {
      isNewPage = false;
      if (isLost() || activeElement?.matches(main) || activeElement?.closest(`${main}, ${layers}`) == null) focusPage();
    } else if (!isLost()) {
      // A frame gets the focus without an event.
      if (activeElement instanceof HTMLIFrameElement && activeElement !== last?.element) remember(activeElement);
    } else if (last && (gaps.length > 0 || !canHoldFocus(last.element))) restore(last);
    else last = null;
    if (!isLost()) gaps = [];
  }

  const checkSoon = () => {
    pendingCheck ??= setTimeout(check);
  };

  document.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && remember(target), { signal });
  document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget === null && checkSoon(), { signal });
  // What hides an element by its style is noticed at the next key.
  window.addEventListener(
    'keydown',
    (event) => {
      if (isLost()) check();
      if (event.key === 'Enter' && quietHeading !== null && quietHeading === document.activeElement)
        event.preventDefault();
      if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLElement)
        pressed = event.target.matches(controls) ? event.target : null;
    },
    { capture: true, signal },
  );
  window.addEventListener(
    'hashchange',
    () => {
      if (currentPath() === path) return;
      path = currentPath();
      isNewPage = true;
      checkSoon();
    },
    { signal },
  );
  const observer = new MutationObserver((changes) => {
    if (!standIn && !isLost()) return;
    const wasAround = (node: Node) => node === last?.element || last?.ancestors.includes(node as Element);
    gaps.push(...changes.filter(({ removedNodes }) => [...removedNodes].some(wasAround)));
    check();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(pendingCheck);
  });
  return () => abortController.abort();
}
