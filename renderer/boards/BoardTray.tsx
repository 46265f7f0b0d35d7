import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useAuthorName } from '../core/agent-profile.ts';
import { useBridge } from '../core/context.tsx';
import { findDecisionBar } from '../core/keys.ts';
import { useOverlayOpen } from '../core/overlays.ts';
import { asProblem, type Problem } from '../core/problem.ts';
import { useReconnected } from '../core/reconnected.ts';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './Board.module.css';
import { BoardFrame, type BoardFrameProps, type BoardSize } from './BoardFrame.tsx';

export interface BoardTrayProps extends Omit<BoardFrameProps, 'url' | 'title' | 'focusFallback' | 'onMinSize'> {
  tableId: string;
  board: NonNullable<Table['board']>;
  /** Hidden by the user. */
  hidden: boolean;
  /** Hidden while it loads, before the game begins. */
  loading?: boolean;
  onUnhide(): void;
  onProblem(problem: Problem): void;
}

/**
 * A board inside Parlor's own rim, as large as the window allows and at least as large as the board needs. Only this part scrolls: a
 * board can scroll everything around its frame (`scrollIntoView`), but never the band that names its author out of sight.
 */
export function BoardTray({ tableId, board, hidden, loading = false, onUnhide, onProblem, ...frame }: BoardTrayProps) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const overlayOpen = useOverlayOpen();
  // Removed rather than covered: a covered frame could still take the focus.
  const isRemoved = overlayOpen || hidden;
  const [url, setUrl] = useState<string | null>(null);
  const [minSize, setMinSize] = useState(anySize);
  const [isDrawn, setIsDrawn] = useState(false);
  const isLocal = board.source === 'local';
  const author = isolatedName(useAuthorName(board.author));
  const title = isLocal ? t('board.title_ours') : t('board.title', { author });

  const [reconnections, setReconnections] = useState(0);
  useReconnected(() => setReconnections((count) => count + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once per board, and again after each reconnection
  useEffect(() => {
    let isCurrent = true;
    bridge.tables.board({ table_id: tableId }).then(
      ({ url, client }) => isCurrent && setUrl(client === 'port' ? url : `${url}?parent=${encodeURIComponent(origin)}`),
      (error) => {
        const problem = asProblem(error);
        // Until the connection is back, the window says that it is lost.
        if (isCurrent && problem.code !== 'bridge_closed') onProblem(problem);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, tableId, board.manifest_hash, reconnections]);

  return (
    <div className={styles.tray} inert={loading}>
      <div className={styles.stage} data-foreign={!isLocal || undefined} style={asMinSize(minSize)}>
        {!isLocal && <div className={styles.hatch} />}
        <div className={styles.view} data-region="board">
          {isRemoved ? (
            <div className={styles.cover}>
              {overlayOpen ? (
                t('board.covered_behind')
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
              {url && (
                <BoardFrame
                  url={url}
                  title={title}
                  focusFallback={findDecisionBar}
                  onMinSize={(size) => setMinSize(size ?? anySize)}
                  {...frame}
                  onDrawn={(drawn) => {
                    setIsDrawn(drawn);
                    frame.onDrawn?.(drawn);
                  }}
                />
              )}
              {/* It takes the presses that a board could not show yet. */}
              {!isDrawn && (
                <div className={styles.loading}>
                  <p>{t('board.loading')}</p>
                </div>
              )}
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
    </div>
  );
}

const anySize: BoardSize = { width: 0, height: 0 };

/** The board's own minimum, which the style sheet limits. */
const asMinSize = ({ width, height }: BoardSize) =>
  ({ '--min-width': `${width}px`, '--min-height': `${height}px` }) as CSSProperties;
