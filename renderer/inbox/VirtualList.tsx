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
  openId: string | null;
  onDelete?(id: string): void;
  /** Label of the button that reveals new rows; without it, rows are shown as they come. */
  newRowsLabel?(count: number): string;
  render(item: I): ReactNode;
  foot: ReactNode;
}

/**
 * A virtualized list of links. While the pointer or the focus is inside, rows don't move: new ones can wait behind a button.
 */
export function VirtualList<I>({ label, rows, openId, onDelete, newRowsLabel, render, foot }: VirtualListProps<I>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [frozenIds, setFrozenIds] = useState<ReadonlySet<string> | null>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const ids = () => new Set(rows.map(({ id }) => id));
  const freeze = () => newRowsLabel && setFrozenIds((currentIds) => currentIds ?? ids());
  const listedRows = frozenIds ? rows.filter(({ id }) => frozenIds.has(id)) : rows;
  const newRowCount = rows.length - listedRows.length;
  const { from, to } = useRowWindow(scroller, listedRows.length, rowHeight);
  const renderedRows = listedRows.slice(from, to);

  const findRow = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
  const focusRow = useRowFocus(scroller, { rowHeight, findRow });
  const focusIndex = (index: number) => {
    const row = listedRows[index];
    if (row) focusRow(row.id, index);
  };

  const focusedIndex = listedRows.findIndex(({ id }) => id === focusedId);
  const onListKey = useListKeys(
    listedRows.map(({ name }) => name),
    focusedIndex,
    focusIndex,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (onDelete && event.key === 'Delete' && focusedId !== null && focusedIndex >= 0) {
      event.preventDefault();
      focusIndex(focusedIndex + 1 < listedRows.length ? focusedIndex + 1 : focusedIndex - 1);
      onDelete(focusedId);
    } else onListKey(event);
  };
  const tabStop = [focusedId, openId].find((id) => renderedRows.some((row) => row.id === id)) ?? renderedRows[0]?.id;
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
      {newRowsLabel && newRowCount > 0 && (
        <button type="button" className={styles.news} onClick={() => setFrozenIds(ids())}>
          {newRowsLabel(newRowCount)}
        </button>
      )}
      <ul aria-label={label}>
        <li aria-hidden="true" style={{ height: from * rowHeight }} />
        {renderedRows.map(({ id, item, href }, index) => (
          <li key={id} aria-setsize={listedRows.length} aria-posinset={from + index + 1}>
            <Link
              href={href}
              className={styles.row}
              data-row={id}
              aria-current={id === openId ? 'true' : undefined}
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setFocusedId(id)}
            >
              {render(item)}
            </Link>
          </li>
        ))}
        <li aria-hidden="true" style={{ height: (listedRows.length - Math.min(to, listedRows.length)) * rowHeight }} />
      </ul>
      {foot && <div className={`${styles.foot} small faint`}>{foot}</div>}
    </div>
  );
}
