import { IconBan } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Hash } from '../look/Hash.tsx';
import { PeerName } from '../look/PeerName.tsx';
import { isolated } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Board.module.css';
import { BoardFrame, type BoardFrameProps } from './BoardFrame.tsx';
import { useBoardsCovered } from './cover.ts';

interface BoardTrayProps extends Omit<BoardFrameProps, 'url' | 'title'> {
  tableId: string;
  board: NonNullable<Table['board']>;
  /** The person covered it. */
  covered: boolean;
  onUncover(): void;
  onPlain(): void;
  onProblem(problem: Problem): void;
}

/** The felt's tray: hatch, plate and rim are Parlor's; only what lies inside is the author's. */
export function BoardTray({ tableId, board, covered, onUncover, onPlain, onProblem, ...frame }: BoardTrayProps) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const asking = useBoardsCovered();
  const [url, setUrl] = useState<string | null>(null);
  const ours = board.source === 'local';
  const author = isolated(board.author);
  const title = ours ? t('board.title_ours') : t('board.title', { author });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once per board
  useEffect(() => {
    let current = true;
    bridge.tables.board({ table_id: tableId }).then(
      (served) => current && setUrl(served.url),
      (error) => current && onProblem(asProblem(error)),
    );
    return () => {
      current = false;
    };
  }, [bridge, tableId, board.manifest_hash]);

  return (
    <div className={styles.tray}>
      <div className={styles.hatch} />
      <div className={`${styles.plate} onwood`}>
        <span className="cut">
          {ours ? (
            t('board.plate_ours')
          ) : (
            <>
              {t('board.plate_by')}{' '}
              <b>
                <PeerName name={board.author} />
              </b>
              {t('board.plate_not_ours')}
            </>
          )}
        </span>
        <Hash value={board.manifest_hash} className={styles.hash ?? ''} />
        <span className="end row" style={{ gap: 4 }}>
          <IconBan size={15} stroke={1.75} aria-hidden="true" />
          {t('board.no_network')}
        </span>
        <TextButton onClick={onPlain}>{t('board.plain')}</TextButton>
      </div>
      <div className={styles.stage} data-region="board">
        <button type="button" className={styles.skip} onClick={skip}>
          {t('board.skip')}
        </button>
        {url && <BoardFrame url={url} title={title} {...frame} />}
        <button type="button" className={`${styles.skip} ${styles.after}`} onClick={skip}>
          {t('board.skip')}
        </button>
        {(asking || covered) && (
          <div className={styles.cover}>
            {asking ? (
              t('board.covered_asking')
            ) : (
              <span className="col">
                {t('board.covered')}
                <TextButton onClick={onUncover}>{t('board.uncover')}</TextButton>
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function skip(): void {
  document.querySelector<HTMLElement>('[data-region="decision"]')?.focus();
}
