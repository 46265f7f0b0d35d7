import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { useListKeys } from '../app/list-keys.ts';
import { doubledNames, isDoubled } from '../look/doubled-names.ts';
import { useRowFocus, useRowWindow } from '../look/row-window.ts';
import { held } from './filter.ts';
import styles from './Lobby.module.css';
import { LobbyRow } from './LobbyRow.tsx';

/** As Lobby.module.css draws them. */
const rowHeight = 63;

interface LobbyListProps {
  entries: LobbyEntry[];
  openId: string | null;
  /** `byKey`: the action of the sheet should be under the finger at once. */
  onOpen(postId: string, byKey: boolean): void;
}

/** The live list. While the pointer or the focus is in it, nothing moves under them. */
export function LobbyList({ entries, openId, onOpen }: LobbyListProps) {
  const { t } = useTranslation('lobby');
  const [holding, setHolding] = useState(false);
  const [shown, setShown] = useState(entries);
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const first = useRef(new Set(entries.map((entry) => entry.post_id)));

  useEffect(() => {
    if (!holding || shown.length === 0) setShown(entries);
  }, [entries, holding, shown.length]);

  const { rows, waiting } = useMemo(() => held(holding ? shown : entries, entries), [holding, shown, entries]);
  const doubled = useMemo(() => doubledNames(entries.map(({ host }) => host)), [entries]);
  const names = useMemo(() => rows.map(({ entry }) => entry.host.nickname), [rows]);
  const at = useMemo(() => rows.findIndex(({ entry }) => entry.post_id === focused), [rows, focused]);
  const { from, to } = useRowWindow(list, rows.length, rowHeight);
  const drawn = rows.slice(from, to);
  const firstSeen = Math.ceil((list.current?.scrollTop ?? 0) / rowHeight);
  const tabStop = (at >= from && at < to ? focused : drawn[Math.max(0, firstSeen - from)]?.entry.post_id) ?? null;

  // The same for every drawing, so that rows that stay are left alone.
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback(
    (postId: string) => latest.current(postId, list.current?.querySelector(':focus-visible') !== null),
    [],
  );

  const find = (postId: string) => list.current?.querySelector<HTMLElement>(`[data-post="${postId}"]`) ?? null;
  const focusRow = useRowFocus(list, { rowHeight, find });
  const onKeyDown = useListKeys(names, at, (index) => {
    const row = rows[index];
    if (row) focusRow(row.entry.post_id, index);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the buttons inside
    <div
      ref={list}
      className={styles.list}
      data-list=""
      // A list that grows under a resting pointer is not being aimed at.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setHolding(true)}
      onPointerLeave={() => setHolding(list.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setHolding(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          setHolding(false);
      }}
      onKeyDown={onKeyDown}
    >
      {holding && waiting > 0 && (
        <button type="button" className={styles.news} onClick={() => setShown(entries)}>
          {t('new_tables', { count: waiting })}
        </button>
      )}
      <ul aria-label={t('open_tables')}>
        <li aria-hidden="true" style={{ height: from * rowHeight }} />
        {drawn.map(({ entry, gone }, offset) => (
          <LobbyRow
            key={entry.post_id}
            entry={entry}
            place={from + offset + 1}
            of={rows.length}
            gone={gone}
            fresh={!first.current.has(entry.post_id)}
            open={openId === entry.post_id}
            showKey={isDoubled(doubled, entry.host.nickname)}
            tabIndex={entry.post_id === tabStop ? 0 : -1}
            onFocus={setFocused}
            onOpen={open}
          />
        ))}
        <li aria-hidden="true" style={{ height: (rows.length - to) * rowHeight }} />
      </ul>
      <p className={`${styles.note} small faint`}>{t('tables_close')}</p>
    </div>
  );
}
