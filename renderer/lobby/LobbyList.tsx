import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { useListKeys } from '../app/list-keys.ts';
import { doubledNames, isDoubled } from '../look/doubled-names.ts';
import { held } from './filter.ts';
import styles from './Lobby.module.css';
import { LobbyRow } from './LobbyRow.tsx';

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

  const { rows, waiting } = held(holding ? shown : entries, entries);
  const doubled = doubledNames(entries.map(({ host }) => host));
  const tabStop = rows.some(({ entry }) => entry.post_id === focused) ? focused : (rows[0]?.entry.post_id ?? null);

  const onKeyDown = useListKeys(
    rows.map(({ entry }) => entry.host.nickname),
    rows.findIndex(({ entry }) => entry.post_id === focused),
    (index) => list.current?.querySelector<HTMLElement>(`[data-post="${rows[index]?.entry.post_id}"]`)?.focus(),
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the buttons inside
    <div
      ref={list}
      className={styles.list}
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
        {rows.map(({ entry, gone }) => (
          <LobbyRow
            key={entry.post_id}
            entry={entry}
            gone={gone}
            fresh={!first.current.has(entry.post_id)}
            open={openId === entry.post_id}
            showKey={isDoubled(doubled, entry.host.nickname)}
            tabIndex={entry.post_id === tabStop ? 0 : -1}
            onFocus={() => setFocused(entry.post_id)}
            onOpen={() => onOpen(entry.post_id, list.current?.querySelector(':focus-visible') !== null)}
          />
        ))}
      </ul>
      <p className={`${styles.note} small faint`}>{t('tables_close')}</p>
    </div>
  );
}
