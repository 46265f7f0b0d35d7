/** Finds scripts in a page that the content security policy of boards blocks (`script-src 'self'`), or that are not in the bundle. */
import { positionOf } from '../../shared/json/position.ts';

export interface BlockedScript {
  code: 'script_inline' | 'script_remote' | 'script_missing' | 'script_handler';
  /** The address or attribute; empty for an inline script. */
  source: string;
  line: number;
  column: number;
}

const notCode = /<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style>/gi;
const script = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)(?:<\/script|$)/gi;
const tag = /<[a-z][\w-]*\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const handler = /\s(on[a-z]+)\s*=/i;
/** Types of script elements whose content is data, not code. */
const dataType = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|text\/(?!javascript)[\w-]+)/i;
const sourceOf = (attributes: string): string | null => {
  const [, double, single, bare] = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes) ?? [];
  return double ?? single ?? bare ?? null;
};

/** `page` is the HTML of the file `path`; `hasFile` returns whether the bundle contains a file. */
export function blockedScripts(page: string, path: string, hasFile: (path: string) => boolean): BlockedScript[] {
  // Replaced by spaces, so that positions stay the same.
  const code = page.replace(notCode, (text) => text.replace(/[^\n]/g, ' '));
  const blocked: BlockedScript[] = [];
  const report = (kind: BlockedScript['code'], source: string, at: number) =>
    blocked.push({ code: kind, source, ...positionOf(page, at) });
  for (const { 1: attributes = '', 2: body = '', index } of code.matchAll(script)) {
    const source = sourceOf(attributes);
    if (dataType.test(attributes)) continue;
    if (source === null) {
      if (body.trim() !== '') report('script_inline', '', index);
    } else if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(source)) report('script_remote', source, index);
    else {
      const file = pathOf(source, path);
      if (file === null || !hasFile(file)) report('script_missing', source, index);
    }
  }
  const markup = code.replace(script, (text) => text.replace(/[^\n]/g, ' '));
  for (const { 1: attributes = '', index } of markup.matchAll(tag)) {
    const [, name] = handler.exec(attributes.replace(/"[^"]*"|'[^']*'/g, (text) => ' '.repeat(text.length))) ?? [];
    if (name) report('script_handler', name, index);
  }
  return blocked;
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
