import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTextScale } from '../core/appearance.ts';
import { useListKeys } from '../core/list-keys.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { useRowFocus, useRowWindow } from '../ui/row-window.ts';
import { TextButton } from '../ui/TextButton.tsx';
import leaderboardRow from './LeaderboardRow.module.css';
import { LeaderboardRow } from './LeaderboardRow.tsx';
import styles from './LeaderboardTable.module.css';
import type { LeaderboardKind, RankedAgent } from './leaderboard.ts';

/** Pixels at the normal text size, as in LeaderboardRow.module.css. */
const normalRowHeight = 47;
const headerHeight = 34;
/** The number of columns in a narrow window, which hides one. */
const gapColumns = { rating: 4, karma: 3 };

export interface LeaderboardTableHandle {
  /** Scrolls to a row and focuses it. */
  focusAgent(publicKey: string): void;
}

interface LeaderboardTableProps {
  kind: LeaderboardKind;
  rows: readonly RankedAgent[];
  /** The number of rows above the gap; null if there is none. */
  gapIndex: number | null;
  /** The agent whose profile is open. */
  openKey: string | null;
  hasMore: boolean;
  onShowAll(): void;
  /** Called near the last row. */
  onNearEnd(): void;
  /** Called when the user's row scrolls into or out of view. */
  onOwnVisible(visible: boolean): void;
  ref: Ref<LeaderboardTableHandle>;
  children: ReactNode;
}

/** The position of a row in the list, where the gap takes one position. */
const positionOf = (index: number, gapAt: number | null) => index + (gapAt !== null && index >= gapAt ? 1 : 0);

/** The index of the first row at or after a position. */
const indexAt = (position: number, gapAt: number | null) => position - (gapAt !== null && position > gapAt ? 1 : 0);

/** The virtualized table; keyboard focus moves from row to row. */
export function LeaderboardTable(props: LeaderboardTableProps) {
  const { kind, rows, gapIndex, openKey, hasMore, onShowAll, onNearEnd, onOwnVisible, ref, children } = props;
  const { t } = useTranslation('leaderboards');
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const duplicates = useMemo(() => duplicateNames(rows), [rows]);
  const names = useMemo(() => rows.map(({ nickname }) => nickname), [rows]);
  const ownIndex = useMemo(() => rows.findIndex(({ own }) => own), [rows]);

  const count = rows.length + (gapIndex === null ? 0 : 1);
  const rowHeight = normalRowHeight * useTextScale();
  const { from, to } = useRowWindow(scrollerRef, count, rowHeight);
  const renderedRows = useMemo(() => {
    const first = indexAt(from, gapIndex);
    return rows
      .slice(first, indexAt(to, gapIndex))
      .map((row, offset) => ({ row, position: positionOf(first + offset, gapIndex) }));
  }, [rows, gapIndex, from, to]);

  useEffect(() => {
    if (to >= count - 5) onNearEnd();
  }, [to, count, onNearEnd]);

  const findRow = (key: string) => scrollerRef.current?.querySelector<HTMLElement>(`[data-agent="${key}"]`) ?? null;
  const focusRow = useRowFocus(scrollerRef, { rowHeight, headerHeight, findRow });
  const focusIndex = (index: number) => {
    const key = rows[index]?.public_key;
    if (key !== undefined) focusRow(key, positionOf(index, gapIndex));
  };
  useImperativeHandle(ref, () => ({
    focusAgent: (key) => focusIndex(rows.findIndex(({ public_key }) => public_key === key)),
  }));

  const onKeyDown = useListKeys(
    names,
    rows.findIndex(({ public_key }) => public_key === focusedKey),
    focusIndex,
  );

  const isOwnRendered = renderedRows.some(({ row }) => row.own);
  useEffect(() => {
    const ownRow = isOwnRendered ? scrollerRef.current?.querySelector('[data-own]') : null;
    if (!ownRow || ownIndex < 0) return onOwnVisible(false);
    const observer = new IntersectionObserver((entries) => onOwnVisible(entries.at(-1)?.isIntersecting ?? false), {
      root: scrollerRef.current,
      rootMargin: `-${headerHeight + 20}px 0px -20px`,
    });
    observer.observe(ownRow);
    return () => observer.disconnect();
  }, [isOwnRendered, ownIndex, onOwnVisible]);

  const tabStop =
    [focusedKey, openKey].find((key) => renderedRows.some(({ row }) => row.public_key === key)) ??
    renderedRows.find(({ position }) => position * rowHeight >= (scrollerRef.current?.scrollTop ?? 0))?.row.public_key;
  const isGapRendered = gapIndex !== null && gapIndex >= from && gapIndex < to;
  return (
    <div ref={scrollerRef} className={styles.list} data-list="">
      <table
        className={leaderboardRow.table}
        aria-label={t(`label.${kind}`)}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead>
          <tr>
            <th scope="col" className={leaderboardRow.number}>
              {t('col.rank')}
            </th>
            <th scope="col">{t('col.player')}</th>
            <th scope="col" className={`${leaderboardRow.last} wide`}>
              {t(kind === 'rating' ? 'col.last' : 'col.level')}
            </th>
            {kind === 'rating' && (
              <th scope="col" className={leaderboardRow.number}>
                {t('col.games')}
              </th>
            )}
            <th scope="col" className={leaderboardRow.number}>
              {t(`col.${kind}`)}
            </th>
          </tr>
        </thead>
        <tbody aria-hidden="true">
          <tr style={{ height: from * rowHeight }} />
        </tbody>
        <tbody onKeyDown={onKeyDown}>
          {renderedRows.flatMap(({ row, position }) => [
            ...(isGapRendered && position === gapIndex + 1
              ? [
                  <tr key="gap" className={styles.gap}>
                    <td colSpan={gapColumns[kind]}>
                      <span className="row">
                        <IconDots size={16} stroke={1.75} aria-hidden="true" />
                        {t('gap')}
                        <TextButton onClick={onShowAll}>{t('from_top')}</TextButton>
                      </span>
                    </td>
                    <td className="wide" />
                  </tr>,
                ]
              : []),
            <LeaderboardRow
              key={row.public_key}
              row={row}
              open={openKey === row.public_key}
              showKey={isDuplicate(duplicates, row.nickname)}
              tabIndex={row.public_key === tabStop ? 0 : -1}
              onFocus={setFocusedKey}
            />,
          ])}
        </tbody>
        <tbody aria-hidden="true">
          <tr style={{ height: (count - to) * rowHeight }} />
        </tbody>
      </table>
      {children}
    </div>
  );
}
