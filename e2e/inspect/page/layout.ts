/** Text that is cut, runs out of its box or the window, lies over other text, or is too small. */
import type { Box, Fault } from '../finding.ts';
import { letters } from './contrast.ts';
import { layersAbove, middleOf, openedOver, stackAt, withEverythingHit } from './exposure.ts';
import {
  boxOf,
  containers,
  contains,
  drawnContent,
  height,
  intersection,
  overflowOf,
  paddingBox,
  parentOf,
  reachableBox,
  scrolls,
  styleOf,
  visibleContent,
  width,
} from './geometry.ts';
import { selectorOf, shorten } from './selector.ts';
import { elementsIn, fontSizeOf, type PageText } from './texts.ts';

const px = (value: number): string => `${Math.round(value * 10) / 10} px`;

export function smallTexts(texts: readonly PageText[], minimum: number): Fault[] {
  return texts.flatMap(({ element, text }) => {
    const size = fontSizeOf(element);
    // Rounding of scales.
    if (size > minimum - 0.25) return [];
    return [
      {
        kind: 'small-text' as const,
        selector: selectorOf(element),
        text: shorten(text),
        measured: px(size),
        required: px(minimum),
        severity: size,
      },
    ];
  });
}

/** Space between columns belongs to the layout. */
const gap = 8;
/** Less isn't worth another layout, in pixels. */
const worthwhile = 24;

const isMarked = (element: Element): boolean => {
  const style = styleOf(element);
  return (
    style.backgroundImage !== 'none' ||
    !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor) ||
    (style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px')
  );
};

/** The row that a text is in: the outermost ancestor that is hardly higher than a row, within what scrolls or floats. */
function rowOf(element: Element): Element {
  let row = element;
  for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
    if (at.getBoundingClientRect().height > 110) break;
    row = at;
    if (scrolls(at, 'x') || scrolls(at, 'y') || /absolute|fixed/.test(styleOf(at).position)) break;
    if (/^(button|a|li|tr)$/.test(at.localName) || at.getAttribute('role') === 'row') break;
  }
  return row;
}

/** What is drawn of a box from left to right, also in a list that is scrolled elsewhere. */
function drawnAcross(element: Element, box: Box): Box {
  const { left, right } = drawnContent(element, box);
  return { ...box, left, right };
}

/** The width of a row at the height of a text that nothing uses. */
function freeWidth(element: Element): number {
  const row = rowOf(element);
  const style = styleOf(row);
  const frame = boxOf(row.getBoundingClientRect());
  const left = frame.left + Number.parseFloat(style.paddingLeft || '0');
  const right = frame.right - Number.parseFloat(style.paddingRight || '0');
  const own = element.getBoundingClientRect();
  const used: [from: number, to: number][] = [];
  const use = (box: Box): void => {
    if (box.bottom <= own.top + 2 || box.top >= own.bottom - 2 || width(box) < 1) return;
    used.push([box.left - gap, box.right + gap]);
  };
  for (const each of elementsIn(row)) {
    const box = boxOf(each.getBoundingClientRect());
    const isPart = width(box) < width(frame) * 0.9 && isMarked(each);
    if (isPart || /^(svg|img|canvas|input|select|textarea)$/.test(each.localName)) use(drawnAcross(each, box));
    for (const node of each.childNodes) {
      if (!(node instanceof Text) || !/\S/.test(node.data)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) use(drawnAcross(each, boxOf(line)));
    }
  }
  used.sort(([a], [b]) => a - b);
  let free = 0;
  let at = left;
  for (const [from, to] of used) {
    free += Math.max(0, from - at);
    at = Math.max(at, to);
  }
  return free + Math.max(0, right - at);
}

const isClamped = (element: Element): boolean => styleOf(element).webkitLineClamp !== 'none';

/** One finding for what clips a text, if anything does that doesn't scroll. */
function cutOf({ element, text, lines, node }: PageText): Fault | null {
  const fault = (measured: string, required: string, severity: number): Fault => ({
    ...{ kind: 'cut', selector: selectorOf(element), text: shorten(text), measured, required, severity },
  });
  if (!node) return null;
  const free = { x: false, y: false };
  for (const ancestor of [element, ...containers(element)]) {
    const frame = paddingBox(ancestor);
    if (!free.x && /hidden|clip/.test(overflowOf(ancestor, 'x'))) {
      const ellipsis = styleOf(ancestor).textOverflow !== 'clip';
      const beyond = Math.max(...lines.map((line) => Math.max(line.right - frame.right, frame.left - line.left)));
      const missing =
        ellipsis && ancestor === element ? Math.max(beyond, element.scrollWidth - element.clientWidth) : beyond;
      if (missing > 1 && !isClamped(ancestor)) {
        const shown = `${px(Math.max(0, width(lines[0]!) - Math.max(0, beyond)))} of ${px(width(lines[0]!))}`;
        if (!ellipsis) return fault(`${shown}, without an ellipsis`, 'all of it', -missing);
        const unused = freeWidth(ancestor);
        return unused >= Math.min(missing, worthwhile) && unused >= worthwhile / 2
          ? fault(`${px(missing)} missing, ${px(unused)} free`, 'all of it while there is room', -unused)
          : null;
      }
    }
    if (!free.y && /hidden|clip/.test(overflowOf(ancestor, 'y'))) {
      const parts = lines.map((line) => {
        const drawn = letters(line);
        return height(intersection(drawn, frame)) / height(drawn);
      });
      const worst = Math.min(...parts);
      const isHalf = parts.some((part) => part > 0 && part < 0.85);
      // Whole lines are cut on purpose only by line-clamp.
      if (isHalf || (worst <= 0 && !isClamped(ancestor)))
        return fault(`${Math.max(0, Math.round(worst * 100))}% of a line's height`, 'all of it', worst);
    }
    if (scrolls(ancestor, 'x')) free.x = true;
    if (scrolls(ancestor, 'y')) free.y = true;
  }
  return null;
}

/** Under a sheet or dialog. */
function isBehind({ element, lines }: PageText): boolean {
  const seen = lines.map((line) => visibleContent(element, line)).filter((box) => width(box) > 2 && height(box) > 2);
  return seen.length > 0 && seen.every((box) => stackAt(...middleOf(box)).some((top) => openedOver(element, top)));
}

export const cutTexts = (texts: readonly PageText[]): Fault[] =>
  withEverythingHit(() => texts.filter((text) => !isBehind(text)).flatMap((text) => cutOf(text) ?? []));

/** Longer words may break: addresses, names, paths. */
const longestWhole = 14;
const exact = 'code, pre, kbd, samp, .mono, .verbatim, .cm-editor, textarea';

/** Where a word of a text breaks, as `tidewrigh|t`; null if it stands on one line. */
function breakOf(node: Text, from: number, word: string): string | null {
  const range = document.createRange();
  const topOf = (at: number): number => {
    range.setStart(node, from + at);
    range.setEnd(node, from + at + 1);
    return range.getBoundingClientRect().top;
  };
  const first = topOf(0);
  for (let at = 1; at < word.length; at += 1)
    if (topOf(at) > first + 2) return `${word.slice(0, at)}|${word.slice(at)}`;
  return null;
}

/** Short words that don't fit on a line of their own. */
export function splitWords(texts: readonly PageText[]): Fault[] {
  return texts.flatMap(({ element, text, lines, node }) => {
    if (!node || lines.length < 2 || element.closest(exact) || styleOf(element).hyphens === 'auto') return [];
    const fault = (measured: string, required: string): Fault => ({
      ...{ kind: 'split', selector: selectorOf(element), text: shorten(text), measured, required },
      severity: -lines.length,
    });
    for (const { 0: token, index } of node.data.matchAll(/\S+/g)) {
      if (token.length > longestWhole) continue;
      for (const word of token.matchAll(/\p{Script=Latin}{2,}/gu)) {
        const broken = breakOf(node, index + word.index, word[0]);
        if (broken) return [fault(broken, 'a whole word')];
      }
    }
    const isHan = /\p{Script=Han}{2}/u.test(text);
    const widest = Math.max(...lines.map(width));
    return isHan && widest < fontSizeOf(element) * 1.5 ? [fault('a character in each line', 'words')] : [];
  });
}

/** Texts that leave the box which people see as theirs, or the window. */
export function spilledTexts(texts: readonly PageText[], bounds: Box | null): Fault[] {
  return texts.flatMap(({ element, text, lines, node }) => {
    if (!node) return [];
    const fault = (measured: string, severity: number): Fault => ({
      ...{ kind: 'spill', selector: selectorOf(element), text: shorten(text), measured, required: 'inside', severity },
    });
    for (const line of lines) {
      const drawn = letters(line);
      const reachable = reachableBox(element, drawn, bounds);
      const lost = Math.max(width(drawn) - width(reachable), height(drawn) - height(reachable));
      // Entirely above or left of the window: hidden until it has the focus.
      const isAway = drawn.right <= 0 || drawn.bottom <= 0;
      const isClipped = [element, ...containers(element)].some((each) => overflowOf(each, 'x') !== 'visible');
      if (lost > 2 && !isAway && !isClipped) return [fault(`${px(lost)} out of the window`, -lost)];
    }
    for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
      const style = styleOf(at);
      if (overflowOf(at, 'x') !== 'visible' || at instanceof SVGElement) return [];
      if (style.display !== 'inline' && style.display !== 'contents' && isMarked(at)) {
        const frame = at.getBoundingClientRect();
        const beyond = Math.max(
          ...lines
            .map(letters)
            .flatMap((line) => [
              line.right - frame.right,
              frame.left - line.left,
              line.bottom - frame.bottom,
              frame.top - line.top,
            ]),
        );
        return beyond > 2 ? [fault(`${px(beyond)} out of ${selectorOf(at)}`, -beyond)] : [];
      }
      if (/absolute|fixed/.test(style.position)) return [];
    }
    return [];
  });
}

/** Pairs of texts of which both can be seen and one lies over the other. */
export function overlappingTexts(texts: readonly PageText[]): Fault[] {
  const parts = texts
    .flatMap((text) => text.lines.map((line) => ({ text, box: letters(visibleContent(text.element, line)) })))
    .filter(({ box }) => width(box) > 2 && height(box) > 2)
    .sort((a, b) => a.box.top - b.box.top);
  const faults: Fault[] = [];
  parts.forEach((lower, at) => {
    for (const upper of parts.slice(at + 1)) {
      if (upper.box.top >= lower.box.bottom) break;
      if (upper.text.node === lower.text.node && upper.text.element === lower.text.element) continue;
      const common = intersection(lower.box, upper.box);
      if (width(common) < 3 || height(common) < 3) continue;
      const point = middleOf(common);
      const isSeen = (text: PageText) => layersAbove(text.element, ...point) !== null;
      // Fields lie over their own placeholders; one inside the other means that neither covers it.
      if (contains(lower.text.element, upper.text.element) || contains(upper.text.element, lower.text.element)) {
        if (height(common) < Math.min(height(lower.box), height(upper.box)) / 2) continue;
      }
      if (!isSeen(lower.text) || !isSeen(upper.text)) continue;
      faults.push({
        ...{ kind: 'overlap', selector: selectorOf(upper.text.element), text: shorten(upper.text.text) },
        measured: `over "${shorten(lower.text.text)}" (${px(width(common))} by ${px(height(common))})`,
        ...{ required: 'beside it', severity: -width(common) * height(common) },
      });
    }
  });
  return faults;
}
