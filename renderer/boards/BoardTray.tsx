import { IconBan } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useAuthorName } from '../core/agent-profile.ts';
import { useBridge } from '../core/context.tsx';
import { findDecisionBar } from '../core/keys.ts';
import { useOverlayOpen } from '../core/overlays.ts';
import { asProblem, type Problem } from '../core/problem.ts';
import { Hash } from '../ui/Hash.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './Board.module.css';
import { BoardFrame, type BoardFrameProps } from './BoardFrame.tsx';

export interface BoardTrayProps extends Omit<BoardFrameProps, 'url' | 'title' | 'focusFallback'> {
  tableId: string;
  board: NonNullable<Table['board']>;
  /** Hidden by the user. */
  hidden: boolean;
  /** Hidden while it loads, before the game begins. */
  loading?: boolean;
  onUnhide(): void;
  onShowPlainView(): void;
  onProblem(problem: Problem): void;
}

/** A board inside Parlor's own border and name plate, which the author can't change. */
export function BoardTray({
  tableId,
  board,
  hidden,
  loading = false,
  onUnhide,
  onShowPlainView,
  onProblem,
  ...frame
}: BoardTrayProps) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const overlayOpen = useOverlayOpen();
  // Removed rather than covered: a covered frame could still take the focus.
  const isRemoved = overlayOpen || hidden;
  const [url, setUrl] = useState<string | null>(null);
  const isLocal = board.source === 'local';
  const name = useAuthorName(board.author);
  const author = isolatedName(name);
  const title = isLocal ? t('board.title_ours') : t('board.title', { author });

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once per board
  useEffect(() => {
    let isCurrent = true;
    bridge.tables.board({ table_id: tableId }).then(
      ({ url, client }) => isCurrent && setUrl(client === 'port' ? url : `${url}?parent=${encodeURIComponent(origin)}`),
      (error) => isCurrent && onProblem(asProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, tableId, board.manifest_hash]);

  return (
    <div className={styles.tray} inert={loading}>
      <div className={styles.hatch} />
      <div className={`${styles.plate} row on-wood`}>
        <span className="truncate">
          {isLocal ? (
            t('board.plate_ours')
          ) : (
            <>
              {t('board.plate_by')}{' '}
              <b>
                <PeerName name={name} />
              </b>
              {t('board.plate_not_ours')}
            </>
          )}
        </span>
        <Hash value={board.manifest_hash} className={styles.hash ?? ''} />
        <span className="end row gap1">
          <IconBan size={15} stroke={1.75} aria-hidden="true" />
          {t('board.no_network')}
        </span>
        <TextButton onClick={onShowPlainView}>{t('board.plain')}</TextButton>
      </div>
      <div className={styles.stage} data-region="board">
        {isRemoved ? (
          <div className={styles.cover}>
            {overlayOpen ? (
              t('board.covered_asking')
            ) : (
              <span className="col">
                {t('board.covered')}
                <TextButton onClick={onUnhide}>{t('board.uncover')}</TextButton>
              </span>
            )}
          </div>
        ) : (
          <>
            <button type="button" className={styles.skip} onClick={() => findDecisionBar()?.focus()}>
              {t('board.skip')}
            </button>
            {url && <BoardFrame url={url} title={title} focusFallback={findDecisionBar} {...frame} />}
            <button
              type="button"
              className={`${styles.skip} ${styles.skipLast}`}
              onClick={() => findDecisionBar()?.focus()}
            >
              {t('board.skip')}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
