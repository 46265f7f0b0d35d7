/** Finds scripts in a page that the content security policy of boards blocks (`script-src 'self'`), or that are not in the bundle. */
import { positionOf } from '../../shared/json/position.ts';

export interface BlockedScript {
  code: 'script_inline' | 'script_remote' | 'script_missing' | 'script_handler';
  /** The address or attribute; empty for an inline script. */
  source: string;
  line: number;
  column: number;
}

const nonCodePattern = /<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style>/gi;
const scriptPattern = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)(?:<\/script|$)/gi;
const tagPattern = /<[a-z][\w-]*\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const handlerPattern = /\s(on[a-z]+)\s*=/i;
/** Types of script elements whose content is data, not code. */
const dataTypePattern = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|text\/(?!javascript)[\w-]+)/i;
const sourceOf = (attributes: string): string | null => {
  const [, doubleQuoted, singleQuoted, unquoted] =
    /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes) ?? [];
  return doubleQuoted ?? singleQuoted ?? unquoted ?? null;
};

/** `page` is the HTML of the file `path`; `hasFile` returns whether the bundle contains a file. */
export function blockedScripts(page: string, path: string, hasFile: (path: string) => boolean): BlockedScript[] {
  // Replaced by spaces, so that positions stay the same.
  const code = page.replace(nonCodePattern, (text) => text.replace(/[^\n]/g, ' '));
  const scripts: BlockedScript[] = [];
  const report = (kind: BlockedScript['code'], source: string, offset: number) =>
    scripts.push({ code: kind, source, ...positionOf(page, offset) });
  for (const { 1: attributes = '', 2: body = '', index } of code.matchAll(scriptPattern)) {
    const source = sourceOf(attributes);
    if (dataTypePattern.test(attributes)) continue;
    if (source === null) {
      if (body.trim() !== '') report('script_inline', '', index);
    } else if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(source)) report('script_remote', source, index);
    else {
      const file = pathOf(source, path);
      if (file === null || !hasFile(file)) report('script_missing', source, index);
    }
  }
  const markup = code.replace(scriptPattern, (text) => text.replace(/[^\n]/g, ' '));
  for (const { 1: attributes = '', index } of markup.matchAll(tagPattern)) {
    const [, name] =
      handlerPattern.exec(attributes.replace(/"[^"]*"|'[^']*'/g, (text) => ' '.repeat(text.length))) ?? [];
    if (name) report('script_handler', name, index);
  }
  return scripts;
}

/** A relative address as a path in the bundle; null if it is not an address. */
function pathOf(source: string, page: string): string | null {
  try {
    const { pathname } = new URL(source, new URL(page, 'http://board.invalid/'));
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return null;
  }
}
