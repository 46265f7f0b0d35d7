import type { CopyProgress } from '../copy/copy.ts';

/** Milliseconds between two updates of the line. */
const intervalMs = 100;
/** Returns to the start of the line and erases it. */
const clearLine = '\r\u001b[K';

/** Shows a copy's progress as one line that is updated in place; shows nothing unless `stream` is a terminal. */
export function showProgress(stream: NodeJS.WriteStream): { show: CopyProgress; end: () => void } {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  let lastShownAt = 0;
  return {
    show(step, { name }, rowCount) {
      const now = performance.now();
      if (now - lastShownAt < intervalMs) return;
      lastShownAt = now;
      stream.write(`${clearLine}${step === 'copying' ? 'Copying' : 'Comparing'} ${name}: ${rowCount} rows`);
    },
    end() {
      stream.write(clearLine);
    },
  };
}
