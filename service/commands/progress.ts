import type { CopyProgress } from '../copy/copy.ts';

/** Milliseconds between two updates of the line. */
const interval = 100;
/** Returns to the start of the line and erases it. */
const clear = '\r\u001b[K';

/** Shows a copy's progress as one line that is updated in place; shows nothing unless `stream` is a terminal. */
export function showProgress(stream: NodeJS.WriteStream): { show: CopyProgress; end: () => void } {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  let shownAt = 0;
  return {
    show(step, { name }, done) {
      const now = performance.now();
      if (now - shownAt < interval) return;
      shownAt = now;
      stream.write(`${clear}${step === 'copying' ? 'Copying' : 'Comparing'} ${name}: ${done} rows`);
    },
    end() {
      stream.write(clear);
    },
  };
}
