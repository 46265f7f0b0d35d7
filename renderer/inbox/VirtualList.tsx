import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { inboxRowsMax } from '../../shared/bridge/contract.ts';
import { useTextScale } from '../core/appearance.ts';
import { useBridge, useInbox } from '../core/context.tsx';
import { useListKeys } from '../core/list-keys.ts';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useRowFocus, useRowWindow } from '../ui/row-window.ts';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { useInboxVersion, useWithout } from './queries.ts';
import { type RowsAnswer, useRowWindows } from './row-windows.ts';
import styles from './VirtualList.module.css';

/** Pixels at the normal text size, as in VirtualList.module.css. */
const normalRowHeight = 68;
/** The heading of the room. */
export const titleId = 'inbox-title';

interface Row {
  id: string;
  href: string;
}

/** Arguments of the calls that return rows. */
export interface RowsRequest {
  from: number;
  limit: number;
  query: string;
  starts_with?: string;
  without: ReturnType<typeof useWithout>;
  /** Leaves out what the community received later. */
  until: number | undefined;
}

type Bridge = ReturnType<typeof useBridge>;

interface VirtualListProps<I> {
  label: string;
  /** The search text. */
  query: string;
  load(bridge: Bridge, request: RowsRequest): Promise<RowsAnswer<I>>;
  rowOf(item: I): Row;
  openId: string | null;
  onDelete?(item: I): void;
  /** Label of the button that reveals new rows; without it, rows are shown as they come. */
  newRowsLabel?(count: number): string;
  render(item: I): ReactNode;
  /** In place of a list without rows. */
  empty: ReactNode;
  /** `isEmpty`: the search finds nothing. */
  foot(isEmpty: boolean): ReactNode;
}

/**
 * A virtualized list of links, whose rows main holds. While the pointer or the focus is inside, rows don't move: new ones can wait behind
 * a button.
 */
export function VirtualList<I>(props: VirtualListProps<I>) {
  const { label, query, load, rowOf, openId, onDelete, newRowsLabel, render, empty, foot } = props;
  const bridge = useBridge();
  const without = useWithout();
  const version = useInboxVersion();
  const newestAt = useInbox((inbox) => inbox.newest_at ?? 0);
  const scroller = useRef<HTMLDivElement>(null);
  /** Rows stay as they were then. */
  const [until, setUntil] = useState<number | undefined>(undefined);
  const [focused, setFocused] = useState<{ id: string; index: number } | null>(null);
  const [count, setCount] = useState(0);
  const rowHeight = normalRowHeight * useTextScale();
  const range = useRowWindow(scroller, count, rowHeight);

  const request = { query, until, without };
  const { counts, rowAt, problem, retry } = useRowWindows(JSON.stringify([version, query, until]), range, (from) =>
    load(bridge, { ...request, from, limit: inboxRowsMax }),
  );
  if (counts && counts.matches !== count) setCount(counts.matches);
  const freeze = () => newRowsLabel && setUntil((current) => current ?? newestAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: results of another search begin at the top
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [query]);

  const rendered: { index: number; item: I; row: Row }[] = [];
  for (let index = range.from; index < range.to; index += 1) {
    const item = rowAt(index);
    if (item !== undefined) rendered.push({ index, item, row: rowOf(item) });
  }
  const indexOf = (id: string | undefined) => rendered.find(({ row }) => row.id === id)?.index;
  const findRow = (index: string) => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  const focusRow = useRowFocus(scroller, { rowHeight, findRow });
  // What closes while its row is not loaded yet leaves the focus to the room's title, which hands it on.
  const lastOpenId = useRef<string | null>(null);
  useEffect(() => {
    if (openId !== null) lastOpenId.current = openId;
    const row = openId === null && scroller.current?.querySelector<HTMLElement>(`[data-row="${lastOpenId.current}"]`);
    if (!row) return;
    lastOpenId.current = null;
    if (document.activeElement?.id === titleId) row.focus();
  });
  const focusIndex = (index: number) => {
    if (index >= 0 && index < count) focusRow(`${index}`, index);
  };
  const focusName = (starts_with: string) => {
    load(bridge, { ...request, from: 0, limit: 1, starts_with }).then(
      ({ found }) => focusIndex(found ?? -1),
      // Typing ahead only moves the focus.
      () => {},
    );
  };
  const focusedIndex = indexOf(focused?.id) ?? focused?.index ?? -1;
  const onListKey = useListKeys({ count, focusName }, focusedIndex, focusIndex);
  const onKeyDown = (event: KeyboardEvent) => {
    const item = focused && rendered.find(({ row }) => row.id === focused.id)?.item;
    if (onDelete && event.key === 'Delete' && item) {
      event.preventDefault();
      focusIndex(focusedIndex + 1 < count ? focusedIndex + 1 : focusedIndex - 1);
      onDelete(item);
    } else onListKey(event);
  };

  if (counts === null) {
    if (problem) return <FailedRows problem={problem} onRetry={retry} />;
    return <SkeletonRows className={styles.list} />;
  }
  if (counts.total === 0 && counts.newer === 0) return empty;
  const tabStop =
    [focused?.id, openId].find((id) => id != null && indexOf(id) !== undefined) ?? rendered[0]?.row.id ?? null;
  const note = foot(count === 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes events of the links inside
    <div
      ref={scroller}
      className={styles.list}
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && freeze()}
      onPointerLeave={() => !scroller.current?.contains(document.activeElement) && setUntil(undefined)}
      onFocus={freeze}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          setUntil(undefined);
      }}
      onKeyDown={onKeyDown}
    >
      {newRowsLabel && counts.newer > 0 && (
        <button type="button" className={styles.news} onClick={() => setUntil(newestAt)}>
          {newRowsLabel(counts.newer)}
        </button>
      )}
      {problem && <FailedRows problem={problem} onRetry={retry} />}
      <ul aria-label={label} style={{ height: count * rowHeight }}>
        {rendered.map(({ index, item, row: { id, href } }) => (
          <li
            key={id}
            aria-setsize={count}
            aria-posinset={index + 1}
            className={styles.place}
            style={{ top: index * rowHeight }}
          >
            <Link
              href={href}
              className={styles.row}
              data-row={id}
              data-index={index}
              aria-current={id === openId ? 'true' : undefined}
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setFocused({ id, index })}
            >
              {render(item)}
            </Link>
          </li>
        ))}
      </ul>
      {note && <div className={`${styles.foot} small faint`}>{note}</div>}
    </div>
  );
}

function FailedRows({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.foot} col`}>
      <ProblemLine problem={problem} />
      <div>
        <Button size="sm" onClick={onRetry}>
          {t('try_now')}
        </Button>
      </div>
    </div>
  );
}
