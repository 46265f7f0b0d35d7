import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeys } from '../app/list-keys.ts';
import { doubledNames, isDoubled } from '../look/doubled-names.ts';
import { useRowFocus, useRowWindow } from '../look/row-window.ts';
import { TextButton } from '../look/TextButton.tsx';
import { BoardLine } from './BoardLine.tsx';
import type { BoardRow, Kind } from './board.ts';
import styles from './Standings.module.css';

/** As Standings.module.css draws them. */
const rowHeight = 47;
const headHeight = 34;
/** As many as a narrow window shows; one more would make the others give way. */
const foldColumns = 4;

export interface BoardTableHandle {
  /** Brings a line into sight and the focus to it. */
  goTo(publicKey: string): void;
}

interface BoardTableProps {
  kind: Kind;
  rows: readonly BoardRow[];
  /** How many lines stand above the fold; null where there is none. */
  foldAt: number | null;
  /** Whose profile is open. */
  open: string | null;
  hasMore: boolean;
  onUnfold(): void;
  /** The last lines are near. */
  onNearEnd(): void;
  onOwnSeen(seen: boolean): void;
  ref: Ref<BoardTableHandle>;
  children: ReactNode;
}

const placeOf = (index: number, foldAt: number | null) => index + (foldAt !== null && index >= foldAt ? 1 : 0);

/** The first row at a place or after it. */
const indexAt = (place: number, foldAt: number | null) => place - (foldAt !== null && place > foldAt ? 1 : 0);

export function BoardTable(props: BoardTableProps) {
  const { kind, rows, foldAt, open, hasMore, onUnfold, onNearEnd, onOwnSeen, ref, children } = props;
  const { t } = useTranslation('standings');
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const doubled = useMemo(() => doubledNames(rows), [rows]);
  const names = useMemo(() => rows.map(({ nickname }) => nickname), [rows]);
  const ownAt = useMemo(() => rows.findIndex(({ own }) => own), [rows]);

  // The fold takes a line of its own.
  const count = rows.length + (foldAt === null ? 0 : 1);
  const { from, to } = useRowWindow(scroller, count, rowHeight);
  const drawn = useMemo(() => {
    const first = indexAt(from, foldAt);
    return rows
      .slice(first, indexAt(to, foldAt))
      .map((row, offset) => ({ row, place: placeOf(first + offset, foldAt) }));
  }, [rows, foldAt, from, to]);

  useEffect(() => {
    if (to >= count - 5) onNearEnd();
  }, [to, count, onNearEnd]);

  const find = (key: string) => scroller.current?.querySelector<HTMLElement>(`[data-agent="${key}"]`) ?? null;
  const focusRow = useRowFocus(scroller, { rowHeight, headHeight, find });
  const goTo = (index: number) => {
    const key = rows[index]?.public_key;
    if (key !== undefined) focusRow(key, placeOf(index, foldAt));
  };
  useImperativeHandle(ref, () => ({ goTo: (key) => goTo(rows.findIndex(({ public_key }) => public_key === key)) }));

  const onKeyDown = useListKeys(
    names,
    rows.findIndex(({ public_key }) => public_key === focused),
    goTo,
  );

  const ownDrawn = drawn.some(({ row }) => row.own);
  useEffect(() => {
    const line = ownDrawn ? scroller.current?.querySelector('[data-own]') : null;
    if (!line || ownAt < 0) return onOwnSeen(false);
    const observer = new IntersectionObserver((entries) => onOwnSeen(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: `-${headHeight + 20}px 0px -20px`,
    });
    observer.observe(line);
    return () => observer.disconnect();
  }, [ownDrawn, ownAt, onOwnSeen]);

  const tabStop =
    [focused, open].find((key) => drawn.some(({ row }) => row.public_key === key)) ??
    drawn.find(({ place }) => place * rowHeight >= (scroller.current?.scrollTop ?? 0))?.row.public_key;
  const gapDrawn = foldAt !== null && foldAt >= from && foldAt < to;
  return (
    <div ref={scroller} className={styles.list} data-list="">
      <table className={styles.table} aria-label={t(`label.${kind}`)} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {t('col.rank')}
            </th>
            <th scope="col">{t('col.player')}</th>
            <th scope="col" className={`${styles.last} wide`}>
              {t(kind === 'rating' ? 'col.last' : 'col.level')}
            </th>
            {kind === 'rating' && (
              <th scope="col" className={styles.number}>
                {t('col.games')}
              </th>
            )}
            <th scope="col" className={styles.number}>
              {t(`col.${kind}`)}
            </th>
          </tr>
        </thead>
        <tbody aria-hidden="true">
          <tr style={{ height: from * rowHeight }} />
        </tbody>
        <tbody onKeyDown={onKeyDown}>
          {drawn.flatMap(({ row, place }) => [
            ...(gapDrawn && place === foldAt + 1
              ? [
                  <tr key="fold" className={styles.gap}>
                    <td colSpan={foldColumns}>
                      <span className="row">
                        <IconDots size={16} stroke={1.75} aria-hidden="true" />
                        {t('gap')}
                        <TextButton onClick={onUnfold}>{t('from_top')}</TextButton>
                      </span>
                    </td>
                    <td className="wide" />
                  </tr>,
                ]
              : []),
            <BoardLine
              key={row.public_key}
              row={row}
              open={open === row.public_key}
              showKey={isDoubled(doubled, row.nickname)}
              tabIndex={row.public_key === tabStop ? 0 : -1}
              onFocus={setFocused}
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
