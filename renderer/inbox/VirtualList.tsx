import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useListKeys } from '../core/list-keys.ts';
import { useRowFocus, useRowWindow } from '../ui/row-window.ts';
import styles from './VirtualList.module.css';

/** Pixels, as in VirtualList.module.css. */
const rowHeight = 68;

interface Row<I> {
  id: string;
  item: I;
  /** Matched by type-ahead. */
  name: string;
  href: string;
}

interface VirtualListProps<I> {
  label: string;
  rows: readonly Row<I>[];
  open: string | null;
  onDelete?(id: string): void;
  /** Label of the button that reveals new rows; without it, rows are shown as they come. */
  newRowsLabel?(count: number): string;
  render(item: I): ReactNode;
  foot: ReactNode;
}

/**
 * A virtualized list of links. While the pointer or the focus is inside, rows don't move: new ones can wait behind a button.
 */
export function VirtualList<I>({ label, rows, open, onDelete, newRowsLabel, render, foot }: VirtualListProps<I>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [frozenIds, setFrozenIds] = useState<ReadonlySet<string> | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const ids = () => new Set(rows.map(({ id }) => id));
  const freeze = () => newRowsLabel && setFrozenIds((before) => before ?? ids());
  const shown = frozenIds ? rows.filter(({ id }) => frozenIds.has(id)) : rows;
  const waiting = rows.length - shown.length;
  const { from, to } = useRowWindow(scroller, shown.length, rowHeight);
  const rendered = shown.slice(from, to);

  const find = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
  const focusRow = useRowFocus(scroller, { rowHeight, find });
  const goTo = (index: number) => {
    const row = shown[index];
    if (row) focusRow(row.id, index);
  };

  const focusedIndex = shown.findIndex(({ id }) => id === focused);
  const moveKeys = useListKeys(
    shown.map(({ name }) => name),
    focusedIndex,
    goTo,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (onDelete && event.key === 'Delete' && focused !== null && focusedIndex >= 0) {
      event.preventDefault();
      goTo(focusedIndex + 1 < shown.length ? focusedIndex + 1 : focusedIndex - 1);
      onDelete(focused);
    } else moveKeys(event);
  };
  const tabStop = [focused, open].find((id) => rendered.some((row) => row.id === id)) ?? rendered[0]?.id;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes events of the links inside
    <div
      ref={scroller}
      className={styles.list}
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && freeze()}
      onPointerLeave={() => !scroller.current?.contains(document.activeElement) && setFrozenIds(null)}
      onFocus={freeze}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          setFrozenIds(null);
      }}
      onKeyDown={onKeyDown}
    >
      {newRowsLabel && waiting > 0 && (
        <button type="button" className={styles.news} onClick={() => setFrozenIds(ids())}>
          {newRowsLabel(waiting)}
        </button>
      )}
      <ul aria-label={label}>
        <li aria-hidden="true" style={{ height: from * rowHeight }} />
        {rendered.map(({ id, item, href }, index) => (
          <li key={id} aria-setsize={shown.length} aria-posinset={from + index + 1}>
            <Link
              href={href}
              className={styles.row}
              data-row={id}
              aria-current={id === open ? 'true' : undefined}
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setFocused(id)}
            >
              {render(item)}
            </Link>
          </li>
        ))}
        <li aria-hidden="true" style={{ height: (shown.length - Math.min(to, shown.length)) * rowHeight }} />
      </ul>
      {foot && <div className={`${styles.foot} small faint`}>{foot}</div>}
    </div>
  );
}
