/** The elements of a page, with their places in its text. */
import { html, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Offsets in the text of the page. */
export interface Span {
  start: number;
  end: number;
}

export interface PageElement {
  /** Lower case. */
  name: string;
  /** False within SVG and MathML. */
  isHtml: boolean;
  /** Whether it is part of a template, which no script finds in the document. */
  inTemplate: boolean;
  attributes: ReadonlyMap<string, string>;
  /** Of the attributes that are in the text. */
  attributeSpans: ReadonlyMap<string, Span>;
  startTag: Span;
  /** Null if the text has none. */
  endTag: Span | null;
  /** What a script or style contains. */
  text: string;
}

/** Boards build their elements with scripts. A page with many more, or nested very deeply, would take the parser minutes. */
export const tagsMax = 10_000;

/** Whether the page has too many tags to be parsed. */
export function hasTooManyTags(page: string): boolean {
  let count = 0;
  for (let at = page.indexOf('<'); at >= 0; at = page.indexOf('<', at + 1)) if (++count > tagsMax) return true;
  return false;
}

/**
 * In the order of the text. Elements that browsers add, such as a missing body, are left out. The caller has made sure that there aren't too
 * many tags.
 */
export function pageElements(page: string): PageElement[] {
  const elements: PageElement[] = [];
  const root: Tree.ParentNode = parse(page, { sourceCodeLocationInfo: true });
  // A page may nest deeper than the stack.
  const open: { node: Tree.ParentNode; inTemplate: boolean }[] = [{ node: root, inTemplate: false }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { node, inTemplate } = entry;
    if ('tagName' in node) {
      const element = elementOf(node, inTemplate);
      if (element) elements.push(element);
    }
    const isTemplate = 'content' in node;
    const { childNodes } = isTemplate ? (node as Tree.Template).content : node;
    for (const child of childNodes.toReversed()) {
      if ('childNodes' in child) open.push({ node: child, inTemplate: inTemplate || isTemplate });
    }
  }
  return elements;
}

function elementOf(node: Tree.Element, inTemplate: boolean): PageElement | null {
  const location = node.sourceCodeLocation;
  if (!location) return null;
  const { startTag = location, endTag } = location;
  const spans = Object.entries(location.attrs ?? {});
  return {
    name: node.tagName.toLowerCase(),
    isHtml: node.namespaceURI === html.NS.HTML,
    inTemplate,
    attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
    attributeSpans: new Map(spans.map(([name, span]) => [name, spanOf(span)])),
    startTag: spanOf(startTag),
    endTag: endTag ? spanOf(endTag) : null,
    text: node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
  };
}

const spanOf = ({ startOffset, endOffset }: { startOffset: number; endOffset: number }): Span => ({
  start: startOffset,
  end: endOffset,
});

export type ScriptKind = 'classic' | 'module' | 'import_map' | 'data';

/** What a browser does with a script element (HTML, 4.12.1.1). */
export function scriptKind({ attributes }: PageElement): ScriptKind {
  const type = (attributes.get('type') ?? attributes.get('language') ?? '').trim().toLowerCase();
  if (type === 'module') return 'module';
  if (type === 'importmap' || type === 'speculationrules') return 'import_map';
  return type === '' ||
    /^(?:(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*|javascript[\d.]*)$/.test(type)
    ? 'classic'
    : 'data';
}

/** Names of attributes with code. */
export const isHandler = (attribute: string): boolean => /^on[a-z]/.test(attribute);
