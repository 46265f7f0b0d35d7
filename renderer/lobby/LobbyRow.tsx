import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Seal } from '../trust/Seal.tsx';
import { GainCell } from './GainCell.tsx';
import { GameCells } from './GameCells.tsx';
import styles from './LobbyRow.module.css';
import type { LobbyView } from './order.ts';
import { PersonCells } from './PersonCells.tsx';
import type { TableCellsProps } from './table-cells.ts';

interface LobbyRowProps extends TableCellsProps {
  view: LobbyView;
  /** Above the first row of a section. */
  heading: ReactNode;
  /** From 1, for aria-posinset: the list is virtualized. */
  position: number;
  total: number;
  open: boolean;
  /** Closed, but kept while the list is frozen. */
  isClosed: boolean;
  /** Part of a group. */
  isNested: boolean;
  /** Added after the list was first shown. */
  isNew: boolean;
  tabIndex: number;
  onOpen(postId: string): void;
  onFocus(postId: string): void;
}

/** One open table; the whole row is a button. Memoized for long lists. */
export const LobbyRow = memo(function LobbyRow({
  view,
  entry,
  heading,
  position,
  total,
  open,
  isClosed,
  isNested,
  isSuggested,
  isNew,
  isDeprecated,
  showKey,
  tabIndex,
  onOpen,
  onFocus,
}: LobbyRowProps) {
  const { t } = useTranslation('lobby');
  const Cells = view === 'game' ? GameCells : PersonCells;
  return (
    <li className={styles.item} data-headed={heading ? '' : undefined} aria-posinset={position} aria-setsize={total}>
      {heading}
      <button
        type="button"
        className={[styles.row, isNew && styles.newRow].filter(Boolean).join(' ')}
        aria-expanded={open}
        aria-controls="offer"
        data-post={entry.post_id}
        data-view={view}
        data-gone={isClosed || undefined}
        data-nested={isNested || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(entry.post_id)}
        onFocus={() => onFocus(entry.post_id)}
      >
        <Cells entry={entry} isSuggested={isSuggested} isDeprecated={isDeprecated} showKey={showKey} />
        <span className={styles.gain}>
          {isClosed ? <span className="small faint">{t('gone')}</span> : <GainCell entry={entry} />}
        </span>
        <span className={styles.seal}>
          <Seal checks={entry.checks} size={view === 'game' ? 26 : 28} />
        </span>
      </button>
    </li>
  );
});
