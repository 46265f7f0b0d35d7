/**
 * Collects what to measure on a picture of the page: a picture has every gradient, image, overlay and blend that is behind a text.
 * axe computes backgrounds from styles; it gives up on these, and on SVG, typed values and placeholders.
 */
import type { Box, Rgba, Sample, TextColour } from '../finding.ts';
import { fade, over, resolveColour } from './colours.ts';
import { layersAbove, middleOf } from './exposure.ts';
import { boxOf, height, parentOf, styleOf, visibleBox, visibleContent, width } from './geometry.ts';
import { selectorOf, shorten } from './selector.ts';
import { fontSizeOf, type PageText } from './texts.ts';

function fillOf({ element, kind }: PageText): { fill: Rgba; opacity: number } {
  if (kind === 'placeholder') {
    const style = getComputedStyle(element, '::placeholder');
    return { fill: resolveColour(style.webkitTextFillColor), opacity: Number(style.opacity) };
  }
  const style = styleOf(element);
  if (element instanceof SVGElement) {
    return { fill: fade(resolveColour(style.fill), Number(style.fillOpacity)), opacity: 1 };
  }
  return { fill: resolveColour(style.webkitTextFillColor), opacity: 1 };
}

/** The opacity of the groups around a text, and the backgrounds that fade with it. */
function groupOf(element: Element): { opacity: number; group: Rgba } {
  let opacity = 1;
  let group: Rgba = [0, 0, 0, 0];
  let pending: Rgba = [0, 0, 0, 0];
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = styleOf(at);
    if (!(at instanceof SVGElement) || at instanceof SVGSVGElement)
      pending = over(pending, resolveColour(style.backgroundColor));
    if (style.opacity !== '1') {
      opacity *= Number(style.opacity);
      group = pending;
    }
  }
  return { opacity, group };
}

/** WCAG 2.2, "large scale": 18 pt, or 14 pt bold; a point is 4/3 px. */
export function isLarge(element: Element): boolean {
  const size = fontSizeOf(element);
  return size >= 24 || (size >= 18.66 && Number(styleOf(element).fontWeight) >= 700);
}

const isBeingUsed = (element: Element): boolean => element.closest(':disabled, fieldset:disabled *') === null;

/** Required of a text. What a disabled button says is exempt from WCAG 1.4.3; people still read it to learn what they can't do. */
const requiredOf = ({ element }: PageText): number => (isLarge(element) || !isBeingUsed(element) ? 3 : 4.5);

/** The part of a line in which its letters are. */
export function letters(line: Box): Box {
  const inset = height(line) * 0.18;
  return { ...line, top: line.top + inset, bottom: line.bottom - inset };
}

/** The middle, and what lies just inside of the corners. */
const pointsOf = ({ left, top, right, bottom }: Box): [x: number, y: number][] => [
  middleOf({ left, top, right, bottom }),
  ...[left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y): [number, number] => [x, y])),
];

export function textSamples(texts: readonly PageText[]): Sample[] {
  return texts.flatMap((text) => {
    const style = styleOf(text.element);
    if (/text/.test(style.getPropertyValue('background-clip'))) return [];
    const boxes = text.lines
      .map((line) => letters(visibleContent(text.element, line)))
      .filter((box) => width(box) >= 3 && height(box) >= 3)
      // What is partly under something else would be measured on that.
      .filter((box) => pointsOf(box).every((point) => layersAbove(text.element, ...point) !== null));
    if (!boxes[0]) return [];
    const above = layersAbove(text.element, ...middleOf(boxes[0])) ?? [];
    const { fill, opacity } = fillOf(text);
    const around = groupOf(text.element);
    const colour: TextColour = { fill, opacity: opacity * around.opacity, group: around.group, above };
    const suffix = text.kind === 'placeholder' ? '::placeholder' : '';
    const selector = selectorOf(text.element) + suffix;
    return [{ selector, text: shorten(text.text), boxes, required: requiredOf(text), colour }];
  });
}

/** Controls without text: what they draw needs contrast with what surrounds it. */
export function controlSamples(controls: readonly Element[]): Sample[] {
  return controls.flatMap((control) => {
    if (/\S/.test(control.textContent ?? '') || /^(input|textarea|select)$/.test(control.localName)) return [];
    // A free cell is known by the lines and cells around it.
    if (control.matches('[role="gridcell"], [role="radio"], [role="option"]')) return [];
    const box = boxOf(control.getBoundingClientRect());
    const visible = visibleBox(control, box);
    if (width(visible) < width(box) || height(visible) < height(box)) return [];
    if (layersAbove(control, ...middleOf(box)) === null) return [];
    const name = control.getAttribute('aria-label') ?? control.getAttribute('title') ?? '';
    return [{ selector: selectorOf(control), text: shorten(name), boxes: [box], required: 3, colour: null }];
  });
}
