import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useListKeys } from '../app/list-keys.ts';
import { useRowWindow } from '../look/row-window.ts';
import styles from './Inbox.module.css';

/** As Inbox.module.css draws them. */
const rowHeight = 87;

export interface RowOf<I> {
  id: number;
  item: I;
  /** For going to a row by typing. */
  name: string;
  href: string;
}

interface RowsProps<I> {
  label: string;
  rows: readonly RowOf<I>[];
  open: number | null;
  onDelete(id: number): void;
  /** What stands on the button behind which new rows wait. */
  news(count: number): string;
  draw(item: I): ReactNode;
  foot: string | null;
}

/**
 * A list of rows that are all links, as long as it may be. While the pointer or the focus is in it, nothing moves under them:
 * what is new waits behind a button.
 */
export function Rows<I>({ label, rows, open, onDelete, news, draw, foot }: RowsProps<I>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<ReadonlySet<number> | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const ids = () => new Set(rows.map(({ id }) => id));
  const hold = () => setHeld((before) => before ?? ids());
  const shown = held ? rows.filter(({ id }) => held.has(id)) : rows;
  const waiting = rows.length - shown.length;
  const { from, to } = useRowWindow(scroller, shown.length, rowHeight);
  const drawn = shown.slice(from, to);

  const linkOf = (id: number | undefined) => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
  const goTo = (index: number) => {
    const id = shown[index]?.id;
    const box = scroller.current;
    if (id === undefined || !box) return;
    const top = index * rowHeight;
    const room = box.clientHeight - rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top > box.scrollTop + room) box.scrollTop = top - room;
    const link = linkOf(id);
    if (link) link.focus({ preventScroll: true });
    else wanted.current = id;
  };
  // A row that was not drawn takes the focus as soon as it is.
  useEffect(() => {
    const link = wanted.current === null ? null : linkOf(wanted.current);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  const at = shown.findIndex(({ id }) => id === focused);
  const moveKeys = useListKeys(
    shown.map(({ name }) => name),
    at,
    goTo,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && focused !== null && at >= 0) {
      event.preventDefault();
      const next = shown[at + 1] ?? shown[at - 1];
      onDelete(focused);
      wanted.current = next?.id ?? null;
    } else moveKeys(event);
  };
  const tabStop = [focused, open].find((id) => drawn.some((row) => row.id === id)) ?? drawn[0]?.id;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the links inside
    <div
      ref={scroller}
      className={styles.list}
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && hold()}
      onPointerLeave={() => !scroller.current?.contains(document.activeElement) && setHeld(null)}
      onFocus={hold}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover')) setHeld(null);
      }}
      onKeyDown={onKeyDown}
    >
      {waiting > 0 && (
        <button type="button" className={styles.news} onClick={() => setHeld(ids())}>
          {news(waiting)}
        </button>
      )}
      <ul aria-label={label}>
        <li aria-hidden="true" style={{ height: from * rowHeight }} />
        {drawn.map(({ id, item, href }, index) => (
          <li key={id} aria-setsize={shown.length} aria-posinset={from + index + 1}>
            <Link
              href={href}
              className={styles.row}
              data-row={id}
              aria-current={id === open ? 'true' : undefined}
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setFocused(id)}
            >
              {draw(item)}
            </Link>
          </li>
        ))}
        <li aria-hidden="true" style={{ height: (shown.length - Math.min(to, shown.length)) * rowHeight }} />
      </ul>
      {foot && <p className={`${styles.listfoot} small faint`}>{foot}</p>}
    </div>
  );
}
