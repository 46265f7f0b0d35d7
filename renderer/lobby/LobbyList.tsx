import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LobbyEntry, offeredStrength } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { dayOf, houseTables } from '../core/house-tables.ts';
import { useListKeys } from '../core/list-keys.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { useRowFocus, useRowWindow } from '../ui/row-window.ts';
import { frozenRows } from './frozen-rows.ts';
import { GroupRow } from './GroupRow.tsx';
import styles from './LobbyList.module.css';
import { LobbyRow } from './LobbyRow.tsx';
import { groupedRows, type LobbyItem, sortedEntries } from './order.ts';

/** Pixels, as in LobbyRow.module.css. */
const rowHeight = 63;

interface LobbyListProps {
  /** In any order. */
  entries: LobbyEntry[];
  /** The suggested first table for new users. */
  suggested: LobbyEntry | null;
  /** Identifies the filter; a new one updates the list even while it is frozen. */
  filter: string;
  /** Lists one house table per game, and the others in a group. */
  fold: boolean;
  openId: string | null;
  /** `byKeyboard`: the sheet then focuses its action. */
  onOpen(postId: string, byKeyboard: boolean): void;
}

const nameOf = (item: LobbyItem): string =>
  item.kind === 'table' ? item.entry.host.nickname : (item.entries[0]?.host.nickname ?? '');

/** The live list, virtualized. It is frozen while it has the pointer or the focus, so that no row moves. */
export const LobbyList = memo(function LobbyList({ entries, suggested, filter, fold, openId, onOpen }: LobbyListProps) {
  const { t } = useTranslation('lobby');
  const strength = useApp(({ settings }) => offeredStrength(settings.house_strength));
  const [day] = useState(() => dayOf(new Date()));
  const [frozen, setFrozen] = useState(false);
  const featuredIn = useCallback(
    (list: readonly LobbyEntry[]) =>
      new Set((fold ? [...houseTables(list, strength).values()] : list).map(({ post_id }) => post_id)),
    [fold, strength],
  );
  const ordered = useMemo(
    () => sortedEntries(entries, suggested, { featured: featuredIn(entries), day }),
    [entries, suggested, featuredIn, day],
  );
  const [shown, setShown] = useState(ordered);
  const [shownFilter, setShownFilter] = useState(filter);
  if (filter !== shownFilter) {
    setShownFilter(filter);
    setFrozen(false);
    setShown(ordered);
  }
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const initial = useRef(new Set(entries.map((entry) => entry.post_id)));

  useEffect(() => {
    if (!frozen || shown.length === 0) setShown(ordered);
  }, [ordered, frozen, shown.length]);

  const { rows, waiting } = useMemo(() => frozenRows(frozen ? shown : ordered, ordered), [frozen, shown, ordered]);
  const suggestedId = suggested?.post_id ?? null;
  // Computed from the frozen list, so that no other table takes the place of one that has closed.
  const featured = useMemo(() => featuredIn(frozen ? shown : ordered), [featuredIn, frozen, shown, ordered]);
  const items = useMemo(
    () => groupedRows(rows, suggestedId, featured, toggled),
    [rows, suggestedId, featured, toggled],
  );
  const duplicates = useMemo(() => duplicateNames(entries.map(({ host }) => host)), [entries]);
  const names = useMemo(() => items.map(nameOf), [items]);
  const focusedIndex = useMemo(() => items.findIndex(({ id }) => id === focused), [items, focused]);
  const { from, to } = useRowWindow(list, items.length, rowHeight);
  const rendered = items.slice(from, to);
  const firstVisible = Math.ceil((list.current?.scrollTop ?? 0) / rowHeight);
  const tabStop =
    (focusedIndex >= from && focusedIndex < to ? focused : rendered[Math.max(0, firstVisible - from)]?.id) ?? null;

  const open = useCallback(
    (postId: string) => onOpen(postId, list.current?.querySelector(':focus-visible') !== null),
    [onOpen],
  );

  const toggle = useCallback((id: string, open: boolean) => setToggled((before) => new Map(before).set(id, open)), []);

  const find = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-post="${id}"], [data-group="${id}"]`) ?? null;
  const focusRow = useRowFocus(list, { rowHeight, find });
  const onKeyDown = useListKeys(names, focusedIndex, (index) => {
    const item = items[index];
    if (item) focusRow(item.id, index);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes events of the buttons inside
    <div
      ref={list}
      className={styles.list}
      data-list=""
      // Ignores the events of a resting pointer when the list grows under it.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setFrozen(true)}
      onPointerLeave={() => setFrozen(list.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setFrozen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          setFrozen(false);
      }}
      onKeyDown={onKeyDown}
    >
      {frozen && waiting > 0 && (
        <button type="button" className={styles.news} onClick={() => setShown(ordered)}>
          {t('new_tables', { count: waiting })}
        </button>
      )}
      <ul aria-label={t('open_tables')}>
        <li aria-hidden="true" style={{ height: from * rowHeight }} />
        {rendered.map((item, offset) => {
          const row = { position: from + offset + 1, total: items.length, tabIndex: item.id === tabStop ? 0 : -1 };
          if (item.kind === 'group') {
            return <GroupRow key={item.id} {...row} group={item} onFocus={setFocused} onToggle={toggle} />;
          }
          const { entry, gone, nested } = item;
          return (
            <LobbyRow
              key={item.id}
              {...row}
              entry={entry}
              gone={gone}
              nested={nested}
              start={item.id === suggestedId}
              fresh={!initial.current.has(item.id)}
              open={openId === item.id}
              showKey={isDuplicate(duplicates, entry.host.nickname)}
              onFocus={setFocused}
              onOpen={open}
            />
          );
        })}
        <li aria-hidden="true" style={{ height: (items.length - to) * rowHeight }} />
      </ul>
      <p className={`${styles.note} small faint`}>{t('tables_close')}</p>
    </div>
  );
});
