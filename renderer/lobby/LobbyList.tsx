import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { doubledNames, held, isDoubled } from './filter.ts';
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
  const typed = useRef({ text: '', at: 0 });

  useEffect(() => {
    if (!holding || shown.length === 0) setShown(entries);
  }, [entries, holding, shown.length]);

  const { rows, waiting } = held(holding ? shown : entries, entries);
  const doubled = doubledNames(entries);
  const tabStop = rows.some(({ entry }) => entry.post_id === focused) ? focused : (rows[0]?.entry.post_id ?? null);

  const rowAt = (index: number) => {
    const post = rows[Math.min(rows.length - 1, Math.max(0, index))]?.entry.post_id;
    list.current?.querySelector<HTMLElement>(`[data-post="${post}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = rows.findIndex(({ entry }) => entry.post_id === focused);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      rowAt(target);
    } else if (event.key.length === 1 && event.key !== ' ') {
      const now = Date.now();
      typed.current = {
        text: (now - typed.current.at < 800 ? typed.current.text : '') + event.key.toLowerCase(),
        at: now,
      };
      const found = rows.findIndex(({ entry }) => entry.host.nickname.toLowerCase().startsWith(typed.current.text));
      if (found >= 0) rowAt(found);
    }
  };

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
