import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTextScale } from '../../core/appearance.ts';
import { useDeprecations } from '../../core/deprecations.ts';
import { useListKeys } from '../../core/list-keys.ts';
import { duplicateNames, isDuplicate } from '../../ui/duplicate-names.ts';
import { useRowWindow } from '../../ui/row-window.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { useUsage } from '../queries.ts';
import styles from './CatalogueList.module.css';
import catalogueRoom from './CatalogueRoom.module.css';
import { CatalogueRow } from './CatalogueRow.tsx';
import type { CatalogueEntry } from './filter.ts';
import { lastScroll } from './scroll-position.ts';

/** Pixels at the normal text size, as in CatalogueRow.module.css. */
const normalRowHeight = 63;

interface CatalogueListProps {
  entries: CatalogueEntry[];
  /** Whether the community has further pages. */
  hasMore: boolean;
  /** The next page is loaded by a button instead of on scroll. */
  loadOnRequest: boolean;
  loading: boolean;
  onLoadMore(): void;
}

/** The catalogue: virtualized, and loaded in pages. */
export function CatalogueList({ entries, hasMore, loadOnRequest, loading, onLoadMore }: CatalogueListProps) {
  const { t } = useTranslation('protocols');
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const rowHeight = normalRowHeight * useTextScale();
  const { from, to } = useRowWindow(scroller, entries.length, rowHeight);
  const ids = entries.map(({ protocol_id }) => protocol_id);
  const usage = useUsage(ids, { from, to });
  const deprecations = useDeprecations(
    entries
      .slice(from, to)
      .filter(({ localEntry }) => localEntry?.source !== 'bundled')
      .map(({ protocol_id }) => protocol_id),
  );
  const duplicates = duplicateNames(
    entries.map(({ name, protocol_id }) => ({ nickname: name, public_key: protocol_id })),
  );

  // Restores the scroll position and the focus when returning from a protocol's page.
  useEffect(() => {
    const { protocol_id, scrollTop } = lastScroll;
    if (protocol_id === null || !scroller.current) return;
    scroller.current.scrollTop = scrollTop;
    const frame = requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-protocol="${protocol_id}"]`)
        ?.focus({ preventScroll: true, focusVisible: false } as FocusOptions),
    );
    lastScroll.protocol_id = null;
    return () => cancelAnimationFrame(frame);
  }, []);
  const nearEnd = to >= entries.length;
  useEffect(() => {
    if (nearEnd && hasMore && !loadOnRequest) onLoadMore();
  }, [nearEnd, hasMore, loadOnRequest, onLoadMore]);

  const focusRow = (index: number) => {
    setFocusedIndex(index);
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
    focusedIndex,
    focusRow,
  );
  const tabStop = focusedIndex >= from && focusedIndex < to ? focusedIndex : from;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes events of the links inside
    <div ref={scroller} className={catalogueRoom.list} onKeyDown={onKeyDown}>
      <ul
        aria-label={t('list')}
        style={{ paddingTop: from * rowHeight, paddingBottom: (entries.length - to) * rowHeight }}
      >
        {entries.slice(from, to).map((entry, offset) => (
          <CatalogueRow
            key={entry.protocol_id}
            entry={entry}
            usage={usage.get(entry.protocol_id) ?? null}
            deprecation={deprecations.get(entry.protocol_id) ?? null}
            showId={isDuplicate(duplicates, entry.name)}
            tabIndex={from + offset === tabStop ? 0 : -1}
            onFocus={() => setFocusedIndex(from + offset)}
            onOpen={() => {
              lastScroll.protocol_id = entry.protocol_id;
              lastScroll.scrollTop = scroller.current?.scrollTop ?? 0;
            }}
          />
        ))}
      </ul>
      {hasMore && loadOnRequest && !loading && (
        <p className={styles.note}>
          <TextButton onClick={onLoadMore}>{t('look_further')}</TextButton>
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
