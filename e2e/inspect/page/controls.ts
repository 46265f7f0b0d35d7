/** Controls that are too small, out of reach, under something else, or that don't show the focus. */
import type { Box, Fault } from '../finding.ts';
import { openedOver, stackAt } from './exposure.ts';
import {
  boxOf,
  contains,
  height,
  isEmpty,
  isInUse,
  isShown,
  isVisuallyHidden,
  parentOf,
  reachableBox,
  restoreScroll,
  scrollPositions,
  styleOf,
  viewport,
  visibleBox,
  width,
} from './geometry.ts';
import { selectorOf, shorten } from './selector.ts';
import { elementsIn, isTypedField } from './texts.ts';

const roles =
  'button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option slider spinbutton combobox textbox searchbox treeitem';
const interactive = [
  'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary, [contenteditable="true"]',
  ...roles.split(' ').map((role) => `[role="${role}"]`),
  // Moved to by arrow keys.
  '[role="gridcell"][tabindex]',
  '[tabindex]:not([tabindex="-1"])',
].join();

/** A control with the box that takes its clicks: its own, or that of its label if a label stands in for a hidden input. */
export interface Control {
  element: Element;
  box: Box;
}

export const nameOf = (element: Element): string =>
  shorten(element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('title')) ?? '');

const join = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

function labelsOf(element: Element): HTMLElement[] {
  const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
  return labels ? [...labels].filter(isShown) : [];
}

const isDisabled = (element: Element): boolean => element.closest(':disabled, fieldset:disabled *') !== null;

/** A scroller, which takes the focus so that keys can scroll it, is no target; nor is a list that only holds the focus of its rows. */
const isContainer = (element: Element): boolean =>
  !element.matches('a, button, input, select, textarea, summary') &&
  (element.getAttribute('role') === null || /gridcell|option|treeitem/.test(element.getAttribute('role')!)) &&
  element.querySelector(interactive) !== null;

/** Where a control takes clicks; null if it takes none. */
function hitBoxOf(element: Element): Box | null {
  const labels = labelsOf(element);
  const isHidden = !isShown(element) || isVisuallyHidden(element);
  // Clicks on a label reach its control; beside a text field it isn't taken for a part of it, around it it is.
  const takesLabel =
    (element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)) ||
    labels.some((label) => label.contains(element));
  const targets = [...(isHidden ? [] : [element]), ...(takesLabel || isHidden ? labels : [])];
  const boxes = targets.map((each) => boxOf(each.getBoundingClientRect())).filter((box) => !isEmpty(box));
  return boxes.length === 0 ? null : boxes.reduce(join);
}

export function controlsOf(dialog: Element | null): Control[] {
  const controls: Control[] = [];
  for (const element of elementsIn(document.body)) {
    if (!element.matches(interactive) || isDisabled(element) || isContainer(element)) continue;
    const box = isInUse(element, dialog) ? hitBoxOf(element) : null;
    if (box) controls.push({ element, box });
  }
  return controls;
}

const size = (box: Box): string => `${Math.round(width(box) * 10) / 10} by ${Math.round(height(box) * 10) / 10} px`;
const least = 24;
/** For the rounding of scales. */
const tolerance = 0.5;
const isSmall = (box: Box): boolean => width(box) < least - tolerance || height(box) < least - tolerance;

/** Inside a sentence, or otherwise held by the line height of text around it (WCAG 2.5.8, "inline"). */
function isInline(element: Element): boolean {
  if (element instanceof SVGElement || !/^inline/.test(styleOf(element).display)) return false;
  let block = parentOf(element);
  while (block && /^inline|^contents/.test(styleOf(block).display)) block = parentOf(block);
  const around = (block?.textContent ?? '').length - (element.textContent ?? '').length;
  return around > 0 && /[\p{L}\p{N}]/u.test((block?.textContent ?? '').replace(element.textContent ?? '', ''));
}

const centreOf = (box: Box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

function distanceTo(point: { x: number; y: number }, box: Box): number {
  const dx = Math.max(box.left - point.x, 0, point.x - box.right);
  const dy = Math.max(box.top - point.y, 0, point.y - box.bottom);
  return Math.hypot(dx, dy);
}

/** A circle of 24 px round an undersized target meets no other target and no such circle (WCAG 2.5.8, "spacing"). */
function hasSpace(control: Control, controls: readonly Control[]): boolean {
  const centre = centreOf(control.box);
  return controls.every((other) => {
    if (other === control || contains(other.element, control.element) || contains(control.element, other.element))
      return true;
    if (distanceTo(centre, other.box) < least / 2 - tolerance) return false;
    if (!isSmall(other.box)) return true;
    const to = centreOf(other.box);
    return Math.hypot(centre.x - to.x, centre.y - to.y) >= least - tolerance;
  });
}

/** A link whose `::after` takes the clicks of the whole row around it. */
function isStretched(element: Element): boolean {
  const after = getComputedStyle(element, '::after');
  if (after.content === 'none' || after.position !== 'absolute') return false;
  return !isSmall({ left: 0, top: 0, right: Number.parseFloat(after.width), bottom: Number.parseFloat(after.height) });
}

/** The same link, large enough, elsewhere on the page (WCAG 2.5.8, "equivalent"). */
const hasEquivalent = ({ element }: Control, controls: readonly Control[]): boolean =>
  element instanceof HTMLAnchorElement &&
  controls.some(
    ({ element: other, box }) =>
      other instanceof HTMLAnchorElement && other !== element && other.href === element.href && !isSmall(box),
  );

export function smallTargets(controls: readonly Control[]): Fault[] {
  return (
    controls
      .filter(({ element, box }) => isSmall(box) && !isInline(element) && !isStretched(element))
      // A cell of a board is next to the other cells whatever its own spacing; its position is its meaning.
      .filter((control) => !hasSpace(control, controls) && !hasEquivalent(control, controls))
      .map(({ element, box }) => ({
        ...{ kind: 'target', selector: selectorOf(element), text: nameOf(element) },
        ...{ measured: size(box), required: '24 by 24 px', severity: Math.min(width(box), height(box)) },
      }))
  );
}

export function isOutOfReach({ element, box }: Control, bounds: Box | null): boolean {
  // Hidden until it has the focus.
  if (box.right <= 0 && styleOf(element).position !== 'static') return false;
  const reachable = reachableBox(element, box, bounds);
  const enough = (all: number, part: number) => part >= Math.min(all, least) - 1;
  return !enough(width(box), width(reachable)) || !enough(height(box), height(reachable));
}

export const unreachableControls = (unreachable: readonly Control[], bounds: Box | null): Fault[] =>
  unreachable.map(({ element, box }) => {
    const reachable = reachableBox(element, box, bounds);
    const part = isEmpty(reachable) ? 'nothing' : size(reachable);
    return {
      ...{ kind: 'reach', selector: selectorOf(element), text: nameOf(element), required: 'all' },
      ...{ measured: `${part} of ${size(box)} can be scrolled to`, severity: isEmpty(reachable) ? 0 : 1 },
    };
  });

/** The centre and the corners; these are drawn in so far that round buttons have them. */
function pointsOf(box: Box): [x: number, y: number][] {
  const insetX = Math.min(width(box) * 0.2, 8);
  const insetY = Math.min(height(box) * 0.2, 8);
  const { x, y } = centreOf(box);
  return [
    [x, y],
    [box.left + insetX, box.top + insetY],
    [box.right - insetX, box.top + insetY],
    [box.left + insetX, box.bottom - insetY],
    [box.right - insetX, box.bottom - insetY],
  ];
}

/** What takes the clicks meant for a control at these points, if not the control itself or what it is part of. */
function coversOf({ element, box }: Control): { centre: Element | null; corners: Element[] } {
  const labels = labelsOf(element);
  const window = viewport();
  const [centre, ...corners] = pointsOf(box).map(([x, y]) => {
    if (x < window.left || y < window.top || x >= window.right || y >= window.bottom) return null;
    const [top] = stackAt(x, y);
    if (!top || [element, ...labels].some((own) => contains(own, top) || contains(top, own))) return null;
    // Labels and the control share their clicks.
    if (labels.some((label) => label === top.closest('label'))) return null;
    return openedOver(element, top) ? null : top;
  });
  // A shape that is cut out of its box has no corners there; a button inside a text field leaves room for typing.
  const isShape = styleOf(element).clipPath !== 'none';
  const isAdornment = (cover: Element) => isTypedField(element) && isInside(cover.getBoundingClientRect(), box);
  return {
    centre: centre ?? null,
    corners: isShape ? [] : corners.filter((cover) => cover !== null).filter((cover) => !isAdornment(cover)),
  };
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - 1 &&
  inner.top >= outer.top - 1 &&
  inner.right <= outer.right + 1 &&
  inner.bottom <= outer.bottom + 1;

const isCovered = ({ centre, corners }: ReturnType<typeof coversOf>): boolean => centre !== null || corners.length > 1;

const visiblePart = ({ element, box }: Control): Control => ({
  element,
  box: visibleBox(element, hitBoxOf(element) ?? box),
});

export function coveredControls(controls: readonly Control[]): Fault[] {
  const positions = scrollPositions();
  const faults = controls.flatMap(({ element, box: before }): Fault[] => {
    // What was scrolled for the controls before this one has moved it.
    const control = { element, box: hitBoxOf(element) ?? before };
    if (isOutOfReach(control, null)) return [];
    let covers = coversOf(control);
    const { box } = visiblePart(control);
    const isWhole = width(box) >= width(control.box) - 1 && height(box) >= height(control.box) - 1;
    if (isWhole && !isCovered(covers)) return [];
    // A bar that content scrolls under is no fault if the content can also be scrolled clear of it.
    for (const block of ['center', 'end', 'start'] as const) {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      covers = coversOf(visiblePart(control));
      if (!isCovered(covers)) return [];
    }
    const { centre, corners } = covers;
    const measured = `${centre ? 'its centre' : `${corners.length} of its corners`} under ${selectorOf(centre ?? corners[0]!)}`;
    return [
      {
        ...{ kind: 'covered', selector: selectorOf(element), text: nameOf(element), measured },
        ...{ required: 'nothing above it', severity: centre ? 0 : 1 },
      },
    ];
  });
  restoreScroll(positions);
  return faults;
}

/** A field that is marked as wrong, without a reason that can be seen and that screen readers find. */
export function unexplainedErrors(dialog: Element | null): Fault[] {
  return [...elementsIn(document.body)]
    .filter((field) => field.getAttribute('aria-invalid') === 'true' && isShown(field) && isInUse(field, dialog))
    .filter((field) => {
      const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`;
      const reasons = ids
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => document.getElementById(id));
      return !reasons.some(
        (reason) => reason && isShown(reason) && !isVisuallyHidden(reason) && /\S/.test(reason.textContent ?? ''),
      );
    })
    .map((field) => ({
      ...{
        kind: 'unexplained',
        selector: selectorOf(field),
        text: nameOf(field) || shorten((field as HTMLInputElement).value ?? ''),
      },
      ...{ measured: 'aria-invalid without a visible description', required: 'a reason beside it', severity: 0 },
    }));
}

const focusProperties = [
  'boxShadow',
  'borderColor',
  'borderWidth',
  'backgroundColor',
  'backgroundImage',
  'color',
  'textDecorationLine',
  'fill',
  'stroke',
  'strokeWidth',
  'opacity',
  'transform',
] as const;

/** Everything by which a focus can be shown, of a control and of what is near it. */
function appearance(element: Element): string {
  const near = [
    element,
    element.parentElement,
    element.nextElementSibling,
    element.previousElementSibling,
    ...labelsOf(element),
    ...element.children,
  ];
  return near
    .filter((each) => each !== null)
    .flatMap((each) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(each, pseudo);
        const outline =
          style.outlineStyle === 'none' || style.outlineWidth === '0px'
            ? ''
            : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`;
        return [outline, ...focusProperties.map((property) => style[property])].join();
      }),
    )
    .join('|');
}

const still = new CSSStyleSheet();
still.replaceSync('*, *::before, *::after { transition: none !important; }');

/** Controls that look the same with the focus of a keyboard as without. */
export function invisibleFocus(controls: readonly Control[]): Fault[] {
  const before = document.activeElement;
  const faults: Fault[] = [];
  document.adoptedStyleSheets.push(still);
  for (const { element } of controls) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === before) continue;
    (document.activeElement as HTMLElement | null)?.blur();
    const without = appearance(element);
    element.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    if (document.activeElement === element && appearance(element) === without)
      faults.push({
        ...{ kind: 'focus-ring', selector: selectorOf(element), text: nameOf(element) },
        ...{ measured: 'looks the same with the focus', required: 'a visible focus', severity: 0 },
      });
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  else (document.activeElement as HTMLElement | null)?.blur();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return faults;
}
