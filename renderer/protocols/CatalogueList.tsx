import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeys } from '../app/list-keys.ts';
import { doubledNames, isDoubled } from '../look/doubled-names.ts';
import { useRowWindow } from '../look/row-window.ts';
import { TextButton } from '../look/TextButton.tsx';
import { useUsage } from './asking.ts';
import styles from './Catalogue.module.css';
import { CatalogueRow } from './CatalogueRow.tsx';
import type { CatalogueEntry } from './filter.ts';
import { lastPlace } from './last-place.ts';

const rowHeight = 63;

interface CatalogueListProps {
  entries: CatalogueEntry[];
  /** The community has more: they come as one scrolls, or with `wait` on a word. */
  more: boolean;
  wait: boolean;
  loading: boolean;
  onMore(): void;
}

/** The catalogue; only what is near is drawn, and further pages come as one scrolls. */
export function CatalogueList({ entries, more, wait, loading, onMore }: CatalogueListProps) {
  const { t } = useTranslation('protocols');
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const { from, to } = useRowWindow(scroller, entries.length, rowHeight);
  const ids = entries.map(({ protocol_id }) => protocol_id);
  const usage = useUsage(ids, { from, to });
  const doubled = doubledNames(entries.map(({ name, protocol_id }) => ({ nickname: name, public_key: protocol_id })));

  // Back from a page, the list stands where it was left.
  useEffect(() => {
    const { protocol_id, scrolled } = lastPlace;
    if (protocol_id === null || !scroller.current) return;
    scroller.current.scrollTop = scrolled;
    const frame = requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-protocol="${protocol_id}"]`)
        ?.focus({ preventScroll: true, focusVisible: false } as FocusOptions),
    );
    lastPlace.protocol_id = null;
    return () => cancelAnimationFrame(frame);
  }, []);
  const nearEnd = to >= entries.length;
  useEffect(() => {
    if (nearEnd && more && !wait) onMore();
  }, [nearEnd, more, wait, onMore]);

  const move = (index: number) => {
    setFocused(index);
    const list = scroller.current;
    if (!list) return;
    const top = index * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    requestAnimationFrame(() =>
      list.querySelector<HTMLElement>(`[data-protocol="${ids[index]}"]`)?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = useListKeys(
    entries.map(({ name }) => name),
    focused,
    move,
  );
  const tabStop = focused >= from && focused < to ? focused : from;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the links inside
    <div ref={scroller} className={styles.list} onKeyDown={onKeyDown}>
      <ul
        aria-label={t('list')}
        style={{ paddingTop: from * rowHeight, paddingBottom: (entries.length - to) * rowHeight }}
      >
        {entries.slice(from, to).map((entry, at) => (
          <CatalogueRow
            key={entry.protocol_id}
            entry={entry}
            usage={usage.get(entry.protocol_id) ?? null}
            showKey={isDoubled(doubled, entry.name)}
            tabIndex={from + at === tabStop ? 0 : -1}
            onFocus={() => setFocused(from + at)}
            onOpen={() => {
              lastPlace.protocol_id = entry.protocol_id;
              lastPlace.scrolled = scroller.current?.scrollTop ?? 0;
            }}
          />
        ))}
      </ul>
      {more && wait && !loading && (
        <p className={styles.note}>
          <TextButton onClick={onMore}>{t('look_further')}</TextButton>
        </p>
      )}
      {loading && (
        <p className={`${styles.note} small faint`} role="status">
          {t('more_coming')}
        </p>
      )}
    </div>
  );
}
