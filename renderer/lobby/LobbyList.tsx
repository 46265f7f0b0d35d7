import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { offeredStrength } from '../../shared/bridge/house-strengths.ts';
import { useTextScale } from '../core/appearance.ts';
import { useApp } from '../core/context.tsx';
import { useDeprecations } from '../core/deprecations.ts';
import { dayNumber, houseTables } from '../core/house-tables.ts';
import { useListKeys } from '../core/list-keys.ts';
import { useHeldBack } from '../notices/use-entry.ts';
import { useContactKeys } from '../people/use-active-contacts.ts';
import { isDuplicate } from '../ui/duplicate-names.ts';
import { useRowFocus, useRowWindow } from '../ui/row-window.ts';
import { freezeRows } from './frozen-rows.ts';
import { GroupRow } from './GroupRow.tsx';
import styles from './LobbyList.module.css';
import { LobbyRow } from './LobbyRow.tsx';
import {
  countSections,
  groupRows,
  type LobbyItem,
  type LobbyView,
  type Section,
  sectionStarts,
  sortEntries,
} from './order.ts';
import { SectionHeading } from './SectionHeading.tsx';

/** Pixels, as in LobbyRow.module.css: of a row at the normal text size, and of a heading. */
const normalRowHeight = 63;
const headingHeight = 34;

interface LobbyListProps {
  view: LobbyView;
  /** In any order. */
  entries: LobbyEntry[];
  /** Names that several hosts of the lobby have. */
  duplicates: ReadonlySet<string>;
  /** The suggested first table for new users. */
  suggested: LobbyEntry | null;
  /** Identifies the filter; a new one updates the list even while it is frozen. */
  filterKey: string;
  /** Lists one house table per game, and the others in a group. */
  foldsHouse: boolean;
  openId: string | null;
  /** `byKeyboard`: the sheet then focuses its action. */
  onOpen(postId: string, byKeyboard: boolean): void;
}

const nameOf = (item: LobbyItem): string =>
  item.kind === 'table' ? item.entry.host.nickname : (item.entries[0]?.host.nickname ?? '');

/** The live list, virtualized. It is frozen while it has the pointer or the focus, so that no row moves. */
export const LobbyList = memo(function LobbyList({
  view,
  entries,
  duplicates,
  suggested,
  filterKey,
  foldsHouse,
  openId,
  onOpen,
}: LobbyListProps) {
  const { t } = useTranslation('lobby');
  const strength = useApp(({ settings }) => offeredStrength(settings.house_strength));
  const ownRating = useApp(({ me }) => me?.rating ?? null);
  const contacts = useContactKeys();
  const [day] = useState(() => dayNumber(new Date()));
  const [isFrozen, setIsFrozen] = useState(false);
  const selectFeatured = useCallback(
    (list: readonly LobbyEntry[]) =>
      new Set((foldsHouse ? [...houseTables(list, strength).values()] : list).map(({ post_id }) => post_id)),
    [foldsHouse, strength],
  );
  const [opened, setOpened] = useState<LobbyEntry | null>(null);
  if (openId !== (opened?.post_id ?? null)) setOpened(entries.find(({ post_id }) => post_id === openId) ?? null);
  const orderedEntries = useMemo(() => {
    const houseOrder = { featured: selectFeatured(entries), day };
    return sortEntries(entries, suggested, houseOrder, { view, ownRating, contacts, opened });
  }, [entries, opened, suggested, selectFeatured, day, view, ownRating, contacts]);
  const [shownEntries, setShownEntries] = useState(orderedEntries);
  const [shownFilter, setShownFilter] = useState(filterKey);
  if (filterKey !== shownFilter) {
    setShownFilter(filterKey);
    setIsFrozen(false);
    setShownEntries(orderedEntries);
  }
  const [groupStates, setGroupStates] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const initialIds = useRef(new Set(entries.map((entry) => entry.post_id)));

  useEffect(() => {
    if (!isFrozen || shownEntries.length === 0) setShownEntries(orderedEntries);
  }, [orderedEntries, isFrozen, shownEntries.length]);

  const order = isFrozen ? shownEntries : orderedEntries;
  const { rows, newCount } = useMemo(
    () =>
      isFrozen ? freezeRows(order, entries) : { rows: order.map((entry) => ({ entry, isClosed: false })), newCount: 0 },
    [isFrozen, order, entries],
  );
  const suggestedId = suggested?.post_id ?? null;
  // Computed from the frozen list, so that no other table takes the place of one that has closed.
  const featured = useMemo(() => selectFeatured(order), [selectFeatured, order]);
  const items = useMemo(
    () => groupRows(rows, suggestedId, featured, groupStates),
    [rows, suggestedId, featured, groupStates],
  );
  const headings = useMemo(
    () => (view === 'game' ? sectionStarts(items, suggestedId, contacts) : new Map<number, Section>()),
    [view, items, suggestedId, contacts],
  );
  const counts = useMemo(() => countSections(items, contacts), [items, contacts]);
  /** The height of all headings above the row at `index`, including its own. */
  const headingsAbove = (index: number) =>
    headingHeight * [...headings.keys()].filter((start) => start <= index).length;
  const names = useMemo(() => items.map(nameOf), [items]);
  const focusedIndex = useMemo(() => items.findIndex(({ id }) => id === focusedId), [items, focusedId]);
  const rowHeight = normalRowHeight * useTextScale();
  const { from, to } = useRowWindow(listRef, items.length, rowHeight);
  const renderedItems = items.slice(from, to);
  const deprecations = useDeprecations(
    renderedItems.flatMap((item) => (item.kind === 'table' && !item.entry.bundled ? [item.entry.protocol_id] : [])),
  );
  const firstVisible = Math.ceil((listRef.current?.scrollTop ?? 0) / rowHeight);
  const tabStop =
    (focusedIndex >= from && focusedIndex < to ? focusedId : renderedItems[Math.max(0, firstVisible - from)]?.id) ??
    null;

  const open = useCallback(
    (postId: string) => onOpen(postId, listRef.current?.querySelector(':focus-visible') !== null),
    [onOpen],
  );

  const toggleGroup = useCallback(
    (id: string, open: boolean) => setGroupStates((before) => new Map(before).set(id, open)),
    [],
  );

  const findRow = (id: string) =>
    listRef.current?.querySelector<HTMLElement>(`[data-post="${id}"], [data-group="${id}"]`) ?? null;
  const focusRow = useRowFocus(listRef, { rowHeight, findRow });
  const onKeyDown = useListKeys(names, focusedIndex, (index) => {
    const item = items[index];
    if (item) focusRow(item.id, index + headingsAbove(index) / rowHeight);
  });

  const hasNew = isFrozen && newCount > 0;
  const newTables = useRef<HTMLButtonElement>(null);
  const isNewHeld = useHeldBack(newTables, 'list', { isPresent: hasNew, retries: true });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes events of the buttons inside
    <div
      className={styles.frame}
      // Ignores the events of a resting pointer when the list grows under it.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setIsFrozen(true)}
      onPointerLeave={() => setIsFrozen(listRef.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setIsFrozen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          setIsFrozen(false);
      }}
      onKeyDown={onKeyDown}
    >
      <div ref={listRef} className={styles.list} data-list="">
        <ul aria-label={t('open_tables')}>
          <li aria-hidden="true" style={{ height: from * rowHeight + headingsAbove(from - 1) }} />
          {renderedItems.map((item, offset) => {
            const section = headings.get(from + offset);
            const row = {
              ...{ position: from + offset + 1, total: items.length, tabIndex: item.id === tabStop ? 0 : -1 },
              heading: section ? <SectionHeading section={section} count={counts[section]} /> : null,
            };
            if (item.kind === 'group') {
              return <GroupRow key={item.id} {...row} group={item} onFocus={setFocusedId} onToggle={toggleGroup} />;
            }
            const { entry, isClosed, nested } = item;
            return (
              <LobbyRow
                key={item.id}
                {...row}
                view={view}
                entry={entry}
                isClosed={isClosed}
                isNested={nested}
                isSuggested={item.id === suggestedId}
                isNew={!initialIds.current.has(item.id)}
                open={openId === item.id}
                isDeprecated={deprecations.has(entry.protocol_id)}
                showKey={isDuplicate(duplicates, entry.host.nickname)}
                onFocus={setFocusedId}
                onOpen={open}
              />
            );
          })}
          <li
            aria-hidden="true"
            style={{ height: (items.length - to) * rowHeight + headingsAbove(items.length) - headingsAbove(to - 1) }}
          />
        </ul>
      </div>
      {hasNew && (
        <button
          ref={newTables}
          type="button"
          className={styles.newTables}
          hidden={isNewHeld}
          onClick={() => setShownEntries(orderedEntries)}
        >
          {t('new_tables', { count: newCount })}
        </button>
      )}
    </div>
  );
});
