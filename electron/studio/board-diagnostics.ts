/**
 * Diagnostics for a board in the Studio's preview: an injected script reports content-security violations, errors and console output
 * over a separate port. Boards in play are served without it.
 */

import { studioInit, studioReportMax } from '../../shared/boards/studio-reports.ts';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { type Board, manifestEntry } from '../library/board.ts';

export const probePath = '__parlor-studio__.js';
/** The source of axe-core, which the probe loads after the board has loaded. */
export const axePath = '__parlor-axe__.js';

/** axe-core runs when the page has not changed for this long. */
const idleMs = 1_000;
/** Runs of axe-core per load of the page. */
const checksMax = 5;

const probe = `(() => {
  'use strict';
  const queue = [];
  let port = null;
  let remaining = ${studioReportMax.perLoad};
  const send = (report) => {
    if (remaining-- <= 0) return;
    if (port) port.postMessage(report);
    else if (queue.length < 100) queue.push(report);
  };
  const truncate = (text, maxLength) => String(text ?? '').slice(0, maxLength);
  const locationOf = (address, line, column) => ({
    file: truncate(String(address ?? '').startsWith(location.origin + '/') ? address.slice(location.origin.length + 1) : '', 255),
    line: Number.isSafeInteger(line) && line > 0 ? line : null,
    column: Number.isSafeInteger(column) && column > 0 ? column : null,
  });
  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== '${studioInit.type}' || !event.ports[0]) return;
    event.stopImmediatePropagation();
    port = event.ports[0];
    for (const report of queue.splice(0)) port.postMessage(report);
  });
  addEventListener('securitypolicyviolation', (event) => {
    send({
      kind: 'blocked',
      directive: truncate(event.effectiveDirective, 60),
      address: truncate(event.blockedURI, 300),
      ...locationOf(event.sourceFile, event.lineNumber, event.columnNumber),
    });
  });
  addEventListener(
    'error',
    (event) => {
      if (event.target && event.target !== window) {
        const address = event.target.src ?? event.target.href ?? '';
        return send({ kind: 'missing', address: truncate(address.baseVal ?? address, 300), file: '', line: null, column: null });
      }
      const { message, error, filename, lineno, colno } = event;
      // Chromium says no more of a DOMException, such as that of localStorage.
      const isUnsaid = String(message).trim() === 'Uncaught' && error instanceof Error;
      const text = isUnsaid ? 'Uncaught ' + error.name + ': ' + error.message : message;
      send({ kind: 'error', text: truncate(text, 500), ...locationOf(filename, lineno, colno) });
    },
    true,
  );
  const locationInStack = (error) => {
    const frames = String(error?.stack ?? '').matchAll(/(https?:\\/\\/[^\\s)]+?|parlor-ui:\\/\\/[^\\s)]+?):(\\d+):(\\d+)/g);
    const frame = [...frames].find(([, address]) => !address.endsWith('/${probePath}'));
    return frame ? locationOf(frame[1], Number(frame[2]), Number(frame[3])) : locationOf('', null, null);
  };
  addEventListener('unhandledrejection', ({ reason }) => {
    const text = reason instanceof Error ? reason.name + ': ' + reason.message : reason;
    send({ kind: 'error', text: truncate(text, 500), ...locationInStack(reason) });
  });
  const textOf = (value) => {
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
    console[level] = (...args) => {
      print(...args);
      let text = '';
      try {
        text = args.map(textOf).join(' ');
      } catch {
        text = '[unprintable value]';
      }
      const error = args.find((arg) => arg instanceof Error) ?? new Error();
      send({ kind: 'console', level, text: truncate(text, 500), ...locationInStack(error) });
    };
  }
  let checkCount = 0;
  let timer = 0;
  const reportedKeys = new Set();
  const check = async () => {
    checkCount += 1;
    const { violations } = await axe.run(document, {
      // A board is part of a page, so practices for whole pages don't count.
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    });
    for (const { id, help, nodes } of violations) {
      const target = truncate(nodes[0]?.target.join(' '), 300);
      if (reportedKeys.has(id + target)) continue;
      reportedKeys.add(id + target);
      send({ kind: 'accessibility', rule: truncate(id, 60), text: truncate(help, 300), target, file: '', line: null, column: null });
    }
  };
  const scheduleCheck = () => {
    clearTimeout(timer);
    if (checkCount < ${checksMax}) timer = setTimeout(() => void check().catch(() => {}), ${idleMs});
  };
  addEventListener('load', () => {
    const script = document.createElement('script');
    script.src = '/${axePath}';
    script.addEventListener('load', () => {
      script.remove();
      scheduleCheck();
      new MutationObserver(scheduleCheck).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    });
    setTimeout(() => document.head.append(script), ${idleMs});
  });
})();
`;

const spaceOrComment = '(?:\\s|<!--[\\s\\S]*?-->)*';
/** Matches everything before the first code that a page could run. */
const prologue = new RegExp(
  `^${spaceOrComment}(?:<!doctype[^>]*>)?${spaceOrComment}(?:<html(?:\\s[^>]*)?>)?${spaceOrComment}(?:<head(?:\\s[^>]*)?>)?`,
  'i',
);

/** Inserts the probe before the page's own code, without changing line numbers. */
export function withProbe(page: string): string {
  const [head = ''] = prologue.exec(page) ?? [];
  return `${head}<script src="/${probePath}"></script>${page.slice(head.length)}`;
}

const script = (source: string) => ({
  bytes: new TextEncoder().encode(source),
  type: 'text/javascript; charset=utf-8',
});

/** The board with the probe in each page. Its hash differs, so it is never shown at a table. */
export async function previewOf(board: Board): Promise<Board> {
  const injectProbe = ({ bytes, type }: { bytes: Uint8Array; type: string }) =>
    type.startsWith('text/html')
      ? { bytes: new TextEncoder().encode(withProbe(new TextDecoder().decode(bytes))), type }
      : { bytes, type };
  const files = new Map([...board.files].map(([path, file]) => [path, injectProbe(file)]));
  files.set(probePath, script(probe));
  files.set(axePath, script((await import('axe-core')).default.source));
  const manifest_hash = manifestHashOf([...files].map(([path, { bytes }]) => manifestEntry(path, bytes)));
  return { ...board, files, manifest_hash };
}
