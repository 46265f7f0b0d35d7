/**
 * Moves the code of a page into files, as the policy of boards demands: scripts and styles in the page, and attributes with handlers. The
 * rest of the text stays as it is.
 */
import { parse } from 'acorn';
import type { BoardMove } from '../../../shared/bridge/board-import.ts';
import { isHandler, type PageElement, pageElements, type Span, scriptKind } from './elements.ts';

export type Move = Omit<BoardMove, 'page'>;

export interface MovedPage {
  page: string;
  /** New files by path. */
  files: Map<string, string>;
  moves: Move[];
}

/** `path`: of the page; `isTaken` returns whether there is a file of that path already. `scripts`: the code of the bundle's other files. */
export function moveCode(page: string, path: string, isTaken: (path: string) => boolean, scripts = ''): MovedPage {
  return new PageMover(page, path, isTaken, scripts).run();
}

/** Scripts that read the rules of a style sheet can't read those of a file, whose origin is opaque. */
const readsRules = /\b(?:styleSheets|cssRules|insertRule|deleteRule|\.sheet)\b/;

class PageMover {
  readonly #page: string;
  readonly #stem: string;
  readonly #isTaken: (path: string) => boolean;
  readonly #elements: PageElement[];
  readonly #code: string;
  readonly #files = new Map<string, string>();
  readonly #edits: (Span & { text: string })[] = [];
  readonly #moves: Move[] = [];
  readonly #handlers: string[] = [];
  /** The next number to try for a file, by the end of its path. */
  readonly #numbers = new Map<string, number>();
  #line = 1;
  #lineAt = 0;
  /** Null while there are no handlers. */
  #handlersFile: string | null = null;

  constructor(page: string, path: string, isTaken: (path: string) => boolean, scripts: string) {
    this.#page = page;
    this.#stem = path.replace(/\.[^./]*$/, '');
    this.#isTaken = isTaken;
    this.#elements = pageElements(page);
    const inPage = this.#elements.filter(({ name }) => name === 'script').map(({ text }) => text);
    this.#code = [...inPage, scripts].join('\n');
  }

  run(): MovedPage {
    for (const element of this.#elements) {
      if (element.inTemplate) continue;
      if (element.name === 'script') this.#moveScript(element);
      else if (element.name === 'style') this.#moveStyle(element);
      else {
        if (element.name === 'meta') this.#changeMeta(element);
        this.#moveHandlers(element);
      }
    }
    this.#addHandlers();
    return { page: this.#edited(), files: this.#files, moves: this.#moves };
  }

  #edited(): string {
    const parts: string[] = [];
    let at = 0;
    for (const { start, end, text } of this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      parts.push(this.#page.slice(at, start), text);
      at = end;
    }
    return [...parts, this.#page.slice(at)].join('');
  }

  #moveScript(element: PageElement): void {
    const { attributes, text, startTag, endTag } = element;
    const kind = scriptKind(element);
    if (!element.isHtml || attributes.has('src') || text.trim() === '' || kind === 'data' || kind === 'import_map')
      return;
    const file = this.#addFile('.js', text);
    // A classic script in a page ignores both; one from a file would run later.
    const dropped = ['nonce', 'integrity', 'crossorigin', ...(kind === 'classic' ? ['async', 'defer'] : [])];
    this.#replace(
      { start: startTag.start, end: endTag?.end ?? this.#page.length },
      `<script${attributesText(element, dropped)} src="${addressOf(file)}"></script>`,
    );
    this.#report('script', element, file);
  }

  #moveStyle(element: PageElement): void {
    const { attributes, text, startTag, endTag } = element;
    const type = attributes.get('type') ?? '';
    if (!element.isHtml || text.trim() === '' || !/^(?:text\/css)?$/i.test(type)) return;
    if (attributes.has('id') || readsRules.test(this.#code)) {
      this.#report('kept_style', element);
      return;
    }
    const file = this.#addFile('.css', text);
    this.#replace(
      { start: startTag.start, end: endTag?.end ?? this.#page.length },
      `<link rel="stylesheet"${attributesText(element, ['nonce', 'type'])} href="${addressOf(file)}">`,
    );
    this.#report('style', element, file);
  }

  #changeMeta(element: PageElement): void {
    const { attributes, attributeSpans, startTag } = element;
    if (/^content-security-policy$/i.test(attributes.get('http-equiv')?.trim() ?? '')) {
      this.#replace(startTag, '');
      this.#report('policy', element);
    }
    const charset = attributes.get('charset');
    const span = attributeSpans.get('charset');
    if (charset === undefined || !span || /^\s*utf-?8\s*$/i.test(charset)) return;
    this.#replace(span, 'charset="utf-8"');
    this.#report('encoding', element, '', charset);
  }

  #moveHandlers(element: PageElement): void {
    const lines: string[] = [];
    const number = this.#handlers.length + 1;
    for (const [name, span] of element.attributeSpans) {
      const code = element.attributes.get(name) ?? '';
      // What isn't a function body never ran; it stays, and is reported with what can't work.
      if (!isHandler(name) || !isFunctionBody(code)) continue;
      this.#replace(span, lines.length === 0 ? `data-handlers="${number}"` : '');
      lines.push(`  element.${name} = function (event) {\n    ${code.trim()}\n  };`);
      this.#handlersFile ??= this.#freePath('-handlers.js');
      this.#report('handler', element, this.#handlersFile, name);
    }
    if (lines.length === 0) return;
    this.#handlers.push(
      `for (const element of document.querySelectorAll('[data-handlers="${number}"]')) {\n${lines.join('\n')}\n}\n`,
    );
  }

  /** After all other elements, so that the script finds them. */
  #addHandlers(): void {
    const file = this.#handlersFile;
    if (file === null) return;
    this.#files.set(file, this.#handlers.join(''));
    const body = this.#elements.find(({ name }) => name === 'body')?.endTag;
    const html = this.#elements.find(({ name }) => name === 'html')?.endTag;
    const at = body?.start ?? html?.start ?? this.#page.length;
    this.#replace({ start: at, end: at }, `<script src="${addressOf(file)}"></script>\n`);
  }

  #addFile(extension: string, text: string): string {
    const path = this.#freePath(extension);
    this.#files.set(path, text.replace(/^\r?\n/, ''));
    return path;
  }

  #freePath(suffix: string): string {
    const isFree = (path: string) => !this.#isTaken(path) && !this.#files.has(path) && path !== this.#handlersFile;
    for (let number = this.#numbers.get(suffix) ?? 1; ; number += 1) {
      const path = `${this.#stem}${number === 1 ? suffix : suffix.replace(/\.\w+$/, `-${number}$&`)}`;
      if (!isFree(path)) continue;
      this.#numbers.set(suffix, number + 1);
      return path;
    }
  }

  #replace({ start, end }: Span, text: string): void {
    this.#edits.push({ start, end, text });
  }

  #report(code: Move['code'], { startTag }: PageElement, file = '', source = ''): void {
    // Elements are in the order of the text.
    this.#line += this.#page.slice(this.#lineAt, startTag.start).split('\n').length - 1;
    this.#lineAt = Math.max(this.#lineAt, startTag.start);
    this.#moves.push({ code, file, source, line: this.#line });
  }
}

/** New files are next to the page. */
const addressOf = (path: string): string => encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const attributesText = ({ attributes }: PageElement, dropped: readonly string[]): string =>
  [...attributes]
    .filter(([name]) => !dropped.includes(name) && !isHandler(name))
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join('');

function isFunctionBody(code: string): boolean {
  try {
    const [statement, ...others] = parse(`(function (event) {${code}\n})`, { ecmaVersion: 'latest' }).body;
    // Otherwise the code would end the function and go on after it.
    const isFunction = statement?.type === 'ExpressionStatement' && statement.expression.type === 'FunctionExpression';
    return isFunction && others.length === 0;
  } catch {
    return false;
  }
}
