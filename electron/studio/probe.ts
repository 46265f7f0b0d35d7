/**
 * A preview of a board says what the walls around it refused and what it printed. Its pages get one more script, first of
 * all, which tells Parlor over a port of its own. Boards in play are served without.
 */

import { studioInit, studioReportMax } from '../../shared/boards/studio-port.ts';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { type Board, fileOf } from '../library/board.ts';

export const probePath = '__parlor-studio__.js';

const probe = `(() => {
  'use strict';
  const waiting = [];
  let port = null;
  let left = ${studioReportMax.perLoad};
  const say = (report) => {
    if (left-- <= 0) return;
    if (port) port.postMessage(report);
    else if (waiting.length < 100) waiting.push(report);
  };
  const cut = (text, most) => String(text ?? '').slice(0, most);
  const place = (address, line, column) => ({
    file: cut(String(address ?? '').startsWith(location.origin + '/') ? address.slice(location.origin.length + 1) : '', 255),
    line: Number.isSafeInteger(line) && line > 0 ? line : null,
    column: Number.isSafeInteger(column) && column > 0 ? column : null,
  });
  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== '${studioInit.type}' || !event.ports[0]) return;
    event.stopImmediatePropagation();
    port = event.ports[0];
    for (const report of waiting.splice(0)) port.postMessage(report);
  });
  addEventListener('securitypolicyviolation', (event) => {
    say({
      kind: 'blocked',
      directive: cut(event.effectiveDirective, 60),
      address: cut(event.blockedURI, 300),
      ...place(event.sourceFile, event.lineNumber, event.columnNumber),
    });
  });
  addEventListener(
    'error',
    (event) => {
      if (event.target && event.target !== window) {
        const address = event.target.src ?? event.target.href ?? '';
        return say({ kind: 'missing', address: cut(address.baseVal ?? address, 300), file: '', line: null, column: null });
      }
      say({ kind: 'error', text: cut(event.message, 500), ...place(event.filename, event.lineno, event.colno) });
    },
    true,
  );
  const inStack = (error) => {
    const found = /(https?:\\/\\/[^\\s)]+?|parlor-ui:\\/\\/[^\\s)]+?):(\\d+):(\\d+)/.exec(error?.stack ?? '');
    return found ? place(found[1], Number(found[2]), Number(found[3])) : place('', null, null);
  };
  addEventListener('unhandledrejection', ({ reason }) => {
    const text = reason instanceof Error ? reason.name + ': ' + reason.message : reason;
    say({ kind: 'error', text: cut(text, 500), ...inStack(reason) });
  });
  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.name + ': ' + value.message;
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
    const print = console[level].bind(console);
    console[level] = (...words) => {
      print(...words);
      let text = '';
      try {
        text = words.map(shown).join(' ');
      } catch {
        text = 'something that cannot be shown';
      }
      const error = words.find((word) => word instanceof Error);
      say({ kind: 'print', level, text: cut(text, 500), ...inStack(error) });
    };
  }
})();
`;

const space = '(?:\\s|<!--[\\s\\S]*?-->)*';
/** What stands before the first thing a page could run. */
const opening = new RegExp(
  `^${space}(?:<!doctype[^>]*>)?${space}(?:<html(?:\\s[^>]*)?>)?${space}(?:<head(?:\\s[^>]*)?>)?`,
  'i',
);

/** The page with the probe before everything else; its lines stay where they were. */
export function withProbe(page: string): string {
  const [head = ''] = opening.exec(page) ?? [];
  return `${head}<script src="/${probePath}"></script>${page.slice(head.length)}`;
}

/** The board as the Studio serves it: under a hash of its own, so that no table ever shows it. */
export function previewOf(board: Board): Board {
  const bytesOf = (path: string, { bytes, type }: { bytes: Uint8Array; type: string }) =>
    type.startsWith('text/html')
      ? { bytes: new TextEncoder().encode(withProbe(new TextDecoder().decode(bytes))), type }
      : { bytes: path === probePath ? new Uint8Array() : bytes, type };
  const files = new Map([...board.files].map(([path, file]) => [path, bytesOf(path, file)]));
  files.set(probePath, { bytes: new TextEncoder().encode(probe), type: 'text/javascript; charset=utf-8' });
  const manifest_hash = manifestHashOf([...files].map(([path, { bytes }]) => fileOf(path, bytes)));
  return { ...board, files, manifest_hash };
}
