/** What is painted where: what lies above an element, also of what doesn't take clicks. */
import type { Box, Rgba } from '../finding.ts';
import { fade, resolveColour } from './colours.ts';
import { contains, parentOf, styleOf } from './geometry.ts';

const hitEverything = new CSSStyleSheet();
hitEverything.replaceSync('*, *::before, *::after { pointer-events: auto !important; }');

/** Makes everything that is painted take part in hit tests. */
export function withEverythingHit<T>(measure: () => T): T {
  document.adoptedStyleSheets.push(hitEverything);
  try {
    return measure();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hitEverything);
  }
}

/** The elements at a point from the topmost, inside shadow roots too. */
export function stackAt(x: number, y: number, root: Document | ShadowRoot = document): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    const inner = element.shadowRoot && element.shadowRoot !== root ? stackAt(x, y, element.shadowRoot) : [];
    return [...inner.filter((each) => each !== element), element];
  });
}

export function opacityOf(element: Element): number {
  let opacity = 1;
  for (let at: Element | null = element; at; at = parentOf(at)) opacity *= Number(styleOf(at).opacity);
  return opacity;
}

/** What an element itself paints over a whole area: transparent for none, opaque if that is unknown. */
export function paintOf(element: Element): Rgba {
  const style = styleOf(element);
  const opaque: Rgba = [0, 0, 0, 1];
  if (/^(img|canvas|video|iframe|object|embed)$/.test(element.localName)) return opaque;
  if (element instanceof SVGGeometryElement) {
    if (style.fill === 'none') return [0, 0, 0, 0];
    const fill = style.fill.startsWith('url') ? opaque : resolveColour(style.fill);
    return fade(fill, Number(style.fillOpacity) * opacityOf(element));
  }
  if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) return [0, 0, 0, 0];
  if (style.backgroundImage !== 'none') return opaque;
  return fade(resolveColour(style.backgroundColor), opacityOf(element));
}

/** The translucent layers above an element at a point, from the lowest; null if it is covered, or not there. */
export function layersAbove(element: Element, x: number, y: number): Rgba[] | null {
  const layers: Rgba[] = [];
  for (const top of stackAt(x, y)) {
    if (top === element || contains(top, element)) return layers;
    if (contains(element, top)) continue;
    const paint = paintOf(top);
    if (paint[3] > 0.95) return null;
    if (paint[3] > 0) layers.unshift(paint);
  }
  return null;
}

/**
 * What a person has opened over the page, and closes with Escape (WCAG 2.2, 2.4.11, note 2), cards below their line included: what it covers
 * isn't in use until then.
 */
export function openedOver(element: Element, top: Element): boolean {
  const opened = top.closest(
    '[data-region="sheet"], [data-region="moments"][data-compact] article, dialog, [role="dialog"], [popover]',
  );
  return opened !== null && !contains(opened, element);
}

export const middleOf = ({ left, top, right, bottom }: Box): [x: number, y: number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];
