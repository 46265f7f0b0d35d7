/** Shows the progress of long work on one line of stderr, and erases it at the end. Silent if stderr is not a terminal. */
import { printable } from './terminal.ts';
import { truncate } from './width.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const eraseLine = '\r\u001b[2K';

/** `showDetail` draws immediately, with `detail` after the title. */
export async function withProgress<T>(
  title: string,
  work: (showDetail: (detail: string) => void) => Promise<T>,
): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY || process.env.TERM === 'dumb') return work(() => {});
  const startedAt = performance.now();
  let detail = '';
  let frame = 0;
  const draw = () => {
    const seconds = Math.floor((performance.now() - startedAt) / 1000);
    const text = `${frames[frame++ % frames.length]} ${title}: ${detail}${detail && ', '}${seconds} s`;
    stderr.write(`${eraseLine}${truncate(printable(text), (stderr.columns || 80) - 1)}`);
  };
  draw();
  const timer = setInterval(draw, frameMs);
  try {
    return await work((newDetail) => {
      detail = newDetail;
      draw();
    });
  } finally {
    clearInterval(timer);
    stderr.write(eraseLine);
  }
}
