/** Runs in the page and in each frame; bundled by ../bundle.ts. */
import type { Box, Fault, PageOptions, Sample } from '../finding.ts';
import { controlSamples, textSamples } from './contrast.ts';
import {
  controlsOf,
  coveredControls,
  invisibleFocus,
  isOutOfReach,
  nameOf,
  smallTargets,
  unexplainedErrors,
  unreachableControls,
} from './controls.ts';
import { layersAbove, middleOf, stackAt, withEverythingHit } from './exposure.ts';
import {
  contains,
  forgetStyles,
  height,
  isEmpty,
  isInUse,
  isShown,
  modal,
  paddingBox,
  reachableBox,
  restoreScroll,
  scrollPositions,
  scrolls,
  viewportScrolls,
  visibleBox,
  width,
} from './geometry.ts';
import { cutTexts, overlappingTexts, smallTexts, spilledTexts, splitWords } from './layout.ts';
import { measuredContrast, measuredDistinction, readPicture } from './pixels.ts';
import { selectorOf } from './selector.ts';
import { elementsIn, pageTexts } from './texts.ts';
import { rawKeys, untranslated } from './words.ts';

export { selectorOf };

export interface PlacedSamples {
  left: number;
  top: number;
  scale: number;
  samples: Sample[];
}

/** What can be measured without a picture. */
export function measure(options: PageOptions): Fault[] {
  forgetStyles();
  const dialog = modal();
  const texts = pageTexts(dialog);
  const controls = controlsOf(dialog);
  const unreachable = controls.filter((control) => isOutOfReach(control, options.bounds));
  // What such a control says is cut off with it.
  const reachableTexts = texts.filter(
    ({ element }) => !unreachable.some((control) => contains(control.element, element)),
  );
  const { scrollWidth } = document.documentElement;
  const sideways: Fault[] =
    scrollWidth > innerWidth + 1 && viewportScrolls('x')
      ? [
          {
            kind: 'sideways',
            selector: 'html',
            text: '',
            measured: `${scrollWidth} px`,
            required: `${innerWidth} px`,
            severity: 0,
          },
        ]
      : [];
  return [
    ...sideways,
    ...smallTexts(texts, options.minimumText),
    ...cutTexts(reachableTexts),
    ...spilledTexts(reachableTexts, options.bounds),
    ...splitWords(reachableTexts),
    ...smallTargets(controls),
    ...unreachableControls(unreachable, options.bounds),
    ...coveredControls(controls),
    ...unexplainedErrors(dialog),
    ...rawKeys(options.keys, dialog),
    ...(options.allowedWords ? untranslated(options.allowedWords, dialog) : []),
    ...(options.focusRings ? invisibleFocus(controls) : []),
  ];
}

/** What depends on what is in the window now: texts over texts, and what to measure on a picture. */
export function look(): { faults: Fault[]; samples: Sample[] } {
  forgetStyles();
  const dialog = modal();
  const texts = pageTexts(dialog);
  const controls = controlsOf(dialog).map(({ element }) => element);
  return withEverythingHit(() => ({
    faults: overlappingTexts(texts),
    samples: [...textSamples(texts), ...controlSamples(controls)],
  }));
}

/** Hides the texts for a picture of what is behind them. Custom properties and `currentcolor` keep their values. */
const hidden = new CSSStyleSheet();
hidden.replaceSync(`
  *, *::before, *::after, *::placeholder {
    -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important;
    text-shadow: none !important; caret-color: transparent !important; transition: none !important;
  }
  svg text, svg tspan { fill: transparent !important; }
`);
export function hideTexts(hide: boolean): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hidden);
  if (hide) document.adoptedStyleSheets.push(hidden);
}

/** Measures samples on a picture of the page; `left`, `top` and `scale` say where their frame lies in it. */
export async function measureSamples(picture: string, frames: PlacedSamples[]): Promise<Fault[][]> {
  const image = await readPicture(picture);
  return frames.map(({ left, top, scale, samples }) =>
    samples.flatMap((sample) => {
      const boxes = sample.boxes.map((box) => ({
        ...{ left: left + box.left * scale, top: top + box.top * scale },
        ...{ right: left + box.right * scale, bottom: top + box.bottom * scale },
      }));
      const measured = sample.colour
        ? measuredContrast(image, boxes, sample.colour)
        : measuredDistinction(image, boxes);
      if (measured === null || measured >= sample.required - 0.005) return [];
      const { selector, text, required } = sample;
      return {
        ...{ kind: sample.colour ? 'contrast' : 'faint', selector, text, severity: measured },
        ...{ measured: `${measured.toFixed(2)}:1`, required: `${required}:1` },
      };
    }),
  );
}

/** Pixels of this page for one of the frame's viewport. */
const scaleOf = (frame: Element, inner: Box): number => (frame.clientWidth > 0 ? width(inner) / frame.clientWidth : 1);

/** Where a frame's viewport lies in this page, and the part of it that can be seen or scrolled to, in its own pixels. */
export function placeOf(frame: Element) {
  forgetStyles();
  const inner = paddingBox(frame);
  const scale = scaleOf(frame, inner);
  const reachable = reachableBox(frame, inner, null);
  const isWhole = width(reachable) >= width(inner) - 1 && height(reachable) >= height(inner) - 1;
  const bounds = {
    left: (reachable.left - inner.left) / scale,
    top: (reachable.top - inner.top) / scale,
    right: (reachable.right - inner.left) / scale,
    bottom: (reachable.bottom - inner.top) / scale,
  };
  return {
    ...{ left: inner.left, top: inner.top, scale, selector: selectorOf(frame), bounds: isWhole ? null : bounds },
    isSeen: isShown(frame) && isInUse(frame, modal()) && !isEmpty(reachable),
  };
}

/** Which of these points, in pixels of the frame's viewport, aren't under anything of this page; true outside of the window. */
export function seenInFrame(frame: Element, points: readonly (readonly [x: number, y: number])[]): boolean[] {
  forgetStyles();
  const inner = paddingBox(frame);
  const scale = scaleOf(frame, inner);
  return withEverythingHit(() =>
    points.map(([x, y]) => {
      const at = { x: inner.left + x * scale, y: inner.top + y * scale };
      if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight) return true;
      // Otherwise, what scrolls the frame clips it here.
      return stackAt(at.x, at.y).includes(frame) && layersAbove(frame, at.x, at.y)?.length === 0;
    }),
  );
}

/** The middles of the controls that are in the window now. */
export function controlPoints(): { selector: string; text: string; point: [x: number, y: number] }[] {
  forgetStyles();
  return controlsOf(modal()).flatMap(({ element, box }) => {
    const visible = visibleBox(element, box);
    return isEmpty(visible) ? [] : [{ selector: selectorOf(element), text: nameOf(element), point: middleOf(visible) }];
  });
}

let positions: (readonly [Element, number, number])[] | null = null;

/** Scrolls everything that scrolls down by most of its height; whether anything moved. */
export function scrollOn(): boolean {
  const dialog = modal();
  const root = document.scrollingElement!;
  const scrollers = [...elementsIn(document.body)].filter(
    (each) => each !== root && scrolls(each, 'y') && isShown(each) && isInUse(each, dialog),
  );
  if (viewportScrolls('y')) scrollers.push(root);
  return scrollers
    .map((each) => {
      const before = each.scrollTop;
      each.scrollBy({ top: each.clientHeight * 0.8, behavior: 'instant' });
      return each.scrollTop > before + 1;
    })
    .includes(true);
}

/** For scrollBack(), also where a frame scrolls the page around it. */
export function rememberScroll(): void {
  positions ??= scrollPositions();
}

export function scrollTo(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Scrolls what is around a frame, to have this point of its viewport in the middle. */
export function scrollToPoint(frame: Element, [x, y]: readonly [x: number, y: number]): void {
  forgetStyles();
  for (let each = frame.parentElement; each !== null; each = each.parentElement) {
    if (!scrolls(each, 'y')) continue;
    const inner = paddingBox(frame);
    const scale = scaleOf(frame, inner);
    const [left, top] = middleOf(paddingBox(each));
    each.scrollBy({ left: inner.left + x * scale - left, top: inner.top + y * scale - top, behavior: 'instant' });
  }
}

/** Undoes all scrolling since rememberScroll(). */
export function scrollBack(): void {
  restoreScroll(positions ?? []);
  positions = null;
}

/** What is wrong with the place of the focus, or null. */
export function focusFault(): { selector: string; measured: string } | null {
  forgetStyles();
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused === document.documentElement)
    return { selector: 'body', measured: 'the focus is on nothing' };
  const selector = selectorOf(focused);
  if (!isInUse(focused, modal())) return { selector, measured: 'the focus is behind a dialog' };
  const box = focused.getBoundingClientRect();
  if (!isShown(focused) || isEmpty(visibleBox(focused, box)))
    return { selector, measured: 'the focus is out of sight' };
  return null;
}
