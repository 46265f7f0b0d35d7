/** Every text of the page that is meant to be seen: text nodes, typed values, chosen options and placeholders. */
import type { Box } from '../finding.ts';
import { boxOf, height, isInUse, isShown, isVisuallyHidden, styleOf, width } from './geometry.ts';

export interface PageText {
  element: Element;
  kind: 'text' | 'value' | 'placeholder';
  text: string;
  /** One for each line. */
  lines: Box[];
  /** The text node, for measuring parts of it. */
  node: Text | null;
}

export function* elementsIn(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

function linesOf(node: Text): Box[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5).map(boxOf);
}

const typed = new Set(['text', 'search', 'url', 'email', 'tel', 'password', 'number', 'date', 'time']);

/** Where a field draws its text. The browser doesn't report the width of that text, so a canvas measures it. */
function fieldText(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): PageText | null {
  const style = styleOf(field);
  let text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
  let kind: PageText['kind'] = 'value';
  if (field instanceof HTMLInputElement && field.type === 'password') text = '\u2022'.repeat(text.length);
  if (text === '' && !(field instanceof HTMLSelectElement)) {
    text = field.placeholder;
    kind = 'placeholder';
  }
  if (text.trim() === '') return null;
  const box = field.getBoundingClientRect();
  const px = (value: string) => Number.parseFloat(value) || 0;
  const content = {
    left: box.left + px(style.borderLeftWidth) + px(style.paddingLeft),
    top: box.top + px(style.borderTopWidth) + px(style.paddingTop),
    right: box.right - px(style.borderRightWidth) - px(style.paddingRight),
    bottom: box.bottom - px(style.borderBottomWidth) - px(style.paddingBottom),
  };
  const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const needed = Math.max(...text.split('\n').map((line) => pen.measureText(line).width));
  const size = px(style.fontSize);
  const isLine = !(field instanceof HTMLTextAreaElement);
  const middle = (content.top + content.bottom) / 2;
  const shown = Math.min(needed, width(content));
  const left =
    style.textAlign === 'center'
      ? (content.left + content.right - shown) / 2
      : style.textAlign === 'right' || style.textAlign === 'end'
        ? content.right - shown
        : content.left;
  const line = isLine
    ? { left, right: left + shown, top: middle - size / 2, bottom: middle + size / 2 }
    : {
        left: content.left,
        right: content.left + shown,
        top: content.top,
        bottom: Math.min(content.bottom, content.top + size * 1.2),
      };
  return { element: field, kind, text, lines: [line], node: null };
}

export function isTypedField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typed.has(element.type));
}

export function pageTexts(dialog: Element | null): PageText[] {
  const texts: PageText[] = [];
  for (const element of elementsIn(document.body)) {
    if (/^(script|style|template|noscript|title|desc|option|optgroup)$/.test(element.localName)) continue;
    const nodes = [...element.childNodes].filter((node) => node instanceof Text && /\S/.test(node.data)) as Text[];
    const isField = isTypedField(element) || element instanceof HTMLSelectElement;
    if (nodes.length === 0 && !isField) continue;
    if (!isShown(element) || !isInUse(element, dialog) || isVisuallyHidden(element)) continue;
    if (isField) {
      const text = fieldText(element);
      if (text) texts.push(text);
      continue;
    }
    for (const node of nodes) {
      const lines = linesOf(node);
      if (lines.length > 0) texts.push({ element, kind: 'text', text: node.data.trim(), lines, node });
    }
  }
  return texts;
}

/** How much larger than its computed size an element is drawn, because of transforms and the scale of an SVG. */
export function scaleOf(element: Element): number {
  if (element instanceof SVGGraphicsElement) {
    const matrix = element.getScreenCTM();
    return matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
  }
  if (!(element instanceof HTMLElement) || element.offsetHeight === 0) return 1;
  const scale = height(element.getBoundingClientRect()) / element.offsetHeight;
  // Lines that break and rounding make small differences.
  return Math.abs(scale - 1) < 0.08 ? 1 : scale;
}

export const fontSizeOf = (element: Element): number => Number.parseFloat(styleOf(element).fontSize) * scaleOf(element);
