/** Boxes in the pixels of the viewport: what is visible of an element, and what can be scrolled to. */
import type { Box } from '../finding.ts';

export const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
export const width = (box: Box): number => box.right - box.left;
export const height = (box: Box): number => box.bottom - box.top;
export const isEmpty = (box: Box): boolean => width(box) <= 0 || height(box) <= 0;
export const intersection = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export const viewport = (): Box => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

let styles = new Map<Element, CSSStyleDeclaration>();
/** Computed styles are live; this saves looking them up again during one inspection. */
export function styleOf(element: Element): CSSStyleDeclaration {
  let style = styles.get(element);
  if (!style) {
    style = getComputedStyle(element);
    styles.set(element, style);
  }
  return style;
}
export const forgetStyles = (): void => {
  styles = new Map();
};

/** The parent as it is rendered: across slots and shadow roots. */
export function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : element.parentElement;
}

export function contains(outer: Element, inner: Element | null): boolean {
  for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

const establishesBlock = (style: CSSStyleDeclaration): boolean =>
  style.transform !== 'none' || style.filter !== 'none' || /paint|layout|strict|content/.test(style.contain);

/** The ancestors that contain an element's box, from the innermost, without the root: those that may clip it or scroll it. */
export function* containers(element: Element): Generator<Element> {
  let { position } = styleOf(element);
  for (let parent = parentOf(element); parent && parent !== document.documentElement; parent = parentOf(parent)) {
    if (parent === document.body && rootStyle() === styleOf(parent)) return;
    const style = styleOf(parent);
    if (position === 'fixed' && !establishesBlock(style)) continue;
    if (position === 'absolute' && style.position === 'static' && !establishesBlock(style)) continue;
    if (style.display === 'contents') continue;
    yield parent;
    position = style.position;
  }
}

/** The style whose overflow the viewport has: of the root, or else of the body (CSS Overflow 3, 3.3). */
function rootStyle(): CSSStyleDeclaration {
  const root = styleOf(document.documentElement);
  return root.overflowX === 'visible' && root.overflowY === 'visible' ? styleOf(document.body) : root;
}

export function paddingBox(element: Element): Box {
  const box = element.getBoundingClientRect();
  if (!(element instanceof HTMLElement)) return boxOf(box);
  // Layout pixels to pixels of the viewport: the element may be scaled.
  const scaleX = element.offsetWidth > 0 ? box.width / element.offsetWidth : 1;
  const scaleY = element.offsetHeight > 0 ? box.height / element.offsetHeight : 1;
  const left = box.left + element.clientLeft * scaleX;
  const top = box.top + element.clientTop * scaleY;
  return { left, top, right: left + element.clientWidth * scaleX, bottom: top + element.clientHeight * scaleY };
}

export type Axis = 'x' | 'y';
const sides = { x: ['left', 'right'], y: ['top', 'bottom'] } as const;

export const overflowOf = (element: Element, axis: Axis): string =>
  axis === 'x' ? styleOf(element).overflowX : styleOf(element).overflowY;

export function scrolls(element: Element, axis: Axis): boolean {
  if (!/auto|scroll/.test(overflowOf(element, axis))) return false;
  return axis === 'x' ? element.scrollWidth > element.clientWidth : element.scrollHeight > element.clientHeight;
}

export const viewportScrolls = (axis: Axis): boolean => {
  const style = rootStyle();
  return !/hidden|clip/.test(axis === 'x' ? style.overflowX : style.overflowY);
};

/** What is visible now of a box in an element's content, as far as the element, its ancestors and the window clip it. */
export const visibleContent = (element: Element, box: Box): Box =>
  clipped([element, ...containers(element)], intersection(box, viewport()));

/** The same without the window, for what is scrolled out of it. */
export const drawnContent = (element: Element, box: Box): Box => clipped([element, ...containers(element)], box);

/** What is visible of an element's own box now. */
export const visibleBox = (element: Element, box: Box): Box =>
  clipped(containers(element), intersection(box, viewport()));

function clipped(ancestors: Iterable<Element>, box: Box): Box {
  let visible = box;
  for (const ancestor of ancestors) {
    const frame = paddingBox(ancestor);
    if (overflowOf(ancestor, 'x') !== 'visible')
      visible = { ...visible, left: Math.max(visible.left, frame.left), right: Math.min(visible.right, frame.right) };
    if (overflowOf(ancestor, 'y') !== 'visible')
      visible = { ...visible, top: Math.max(visible.top, frame.top), bottom: Math.min(visible.bottom, frame.bottom) };
  }
  return visible;
}

/** The box moved into a frame that scrolls from `start` to `end`. */
function scrollInto(box: Box, axis: Axis, frame: Box, start: number, end: number): Box {
  const [low, high] = sides[axis];
  const from = Math.max(box[low], start);
  const to = Math.min(box[high], end);
  const size = Math.min(to - from, frame[high] - frame[low]);
  const at = Math.max(frame[low], Math.min(from, frame[high] - size));
  return { ...box, [low]: at, [high]: at + size };
}

/** What a person can bring into view of a box by scrolling. Programs can scroll `overflow: hidden`; people can't. */
export function reachableBox(element: Element, box: Box, bounds: Box | null): Box {
  let reachable = box;
  const clip = (frame: Box, axis: Axis): void => {
    const [low, high] = sides[axis];
    reachable = {
      ...reachable,
      [low]: Math.max(reachable[low], frame[low]),
      [high]: Math.min(reachable[high], frame[high]),
    };
  };
  for (const ancestor of containers(element)) {
    const frame = paddingBox(ancestor);
    for (const axis of ['x', 'y'] as const) {
      if (overflowOf(ancestor, axis) === 'visible') continue;
      if (!scrolls(ancestor, axis)) {
        clip(frame, axis);
        continue;
      }
      const start = axis === 'x' ? frame.left - ancestor.scrollLeft : frame.top - ancestor.scrollTop;
      const length = axis === 'x' ? ancestor.scrollWidth : ancestor.scrollHeight;
      reachable = scrollInto(reachable, axis, frame, start, start + length);
    }
    if (isEmpty(reachable)) return reachable;
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  const frame = bounds ? intersection(bounds, viewport()) : viewport();
  for (const axis of ['x', 'y'] as const) {
    if (!viewportScrolls(axis)) clip(frame, axis);
    else if (axis === 'x') reachable = scrollInto(reachable, axis, frame, -scrollX, scrollWidth - scrollX);
    else reachable = scrollInto(reachable, axis, frame, -scrollY, scrollHeight - scrollY);
  }
  return reachable;
}

type ScrollPosition = readonly [element: Element, left: number, top: number];

export const scrollPositions = (): ScrollPosition[] =>
  [...document.querySelectorAll('*')].map((each) => [each, each.scrollLeft, each.scrollTop] as const);

export function restoreScroll(positions: readonly ScrollPosition[]): void {
  for (const [element, left, top] of positions)
    if (element.scrollLeft !== left || element.scrollTop !== top) element.scrollTo({ left, top, behavior: 'instant' });
}

/** Hidden from sight on purpose, for screen readers. */
export function isVisuallyHidden(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = styleOf(at);
    if (/inset\((50|100)%/.test(style.clipPath)) return true;
    if (style.position === 'absolute' && /^rect\((0|1)px, (0|1)px/.test(style.clip)) return true;
    if (!/visible/.test(style.overflowX) && at instanceof HTMLElement && at !== document.body) {
      if (at.clientWidth <= 1 || at.clientHeight <= 1) return true;
    }
  }
  return false;
}

export function isShown(element: Element): boolean {
  return element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true });
}

/** The open modal dialog: what is behind it is not in use. */
export function modal(): Element | null {
  return [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].filter(isShown).at(-1) ?? null;
}

export const isInUse = (element: Element, dialog: Element | null): boolean =>
  !element.closest('[inert]') && (dialog === null || contains(dialog, element));
