import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowBlock } from './rows.ts';

/** Pixels rendered beyond each edge. */
const overscan = 800;
/** The height of a row before any was measured. */
const firstGuess = 48;

export interface VisibleBlocks {
  /** The blocks to render; each sets `data-block` to its id. */
  visible: readonly RowBlock[];
  /** Heights in place of those before and after them. */
  above: number;
  below: number;
}

/**
 * Renders only the blocks near the view, however long the conversation is. Rows have any height: a block that was rendered keeps the one
 * that it had, the others are estimated, and the browser's scroll anchoring keeps what is on screen in its place. Begins at `start`, or
 * else at the end.
 */
export function useVisibleBlocks(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  blocks: readonly RowBlock[],
  start: number | null,
): VisibleBlocks {
  const lastId = blocks.at(-1)?.id ?? 0;
  const [shown, setShown] = useState(() =>
    start === null ? { first: lastId - 1, last: lastId } : { first: start, last: start + 1 },
  );
  const heights = useRef(new Map<number, number>());
  const averages = useRef({ rows: 1, height: firstGuess });
  const heightOf = ({ id, rows }: RowBlock) =>
    heights.current.get(id) ?? (averages.current.height / averages.current.rows) * rows.length;

  const measure = (element: HTMLElement) => {
    const [id, height] = [Number(element.dataset.block), element.offsetHeight];
    const rows = blocks.find((block) => block.id === id)?.rows.length ?? 0;
    if (rows === 0 || height === 0 || heights.current.get(id) === height) return;
    heights.current.set(id, height);
    averages.current = { rows: averages.current.rows + rows, height: averages.current.height + height };
  };
  const latest = useRef(() => {});
  latest.current = () => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content || blocks.length === 0) return;
    for (const element of content.querySelectorAll<HTMLElement>('[data-block]')) measure(element);
    const top = view.getBoundingClientRect().top - content.getBoundingClientRect().top;
    const [from, to] = [top - overscan, top + view.clientHeight + overscan];
    let end = 0;
    const near = blocks.filter((block) => {
      const begin = end;
      end += heightOf(block);
      return end >= from && begin <= to;
    });
    const [first = lastId, last = lastId] = [near[0]?.id, near.at(-1)?.id];
    setShown((current) => (current.first === first && current.last === last ? current : { first, last }));
  };
  const update = useCallback(() => latest.current(), []);
  // What was rendered has its height now.
  useLayoutEffect(update);
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    const observer = new ResizeObserver(update);
    view.addEventListener('scroll', update, { passive: true });
    observer.observe(view);
    return () => {
      view.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller, update]);

  const sum = (part: readonly RowBlock[]) => part.reduce((height, block) => height + heightOf(block), 0);
  return {
    visible: blocks.filter(({ id }) => id >= shown.first && id <= shown.last),
    above: sum(blocks.filter(({ id }) => id < shown.first)),
    below: sum(blocks.filter(({ id }) => id > shown.last)),
  };
}
