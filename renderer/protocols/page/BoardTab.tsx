import { IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolBoard, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Hash } from '../../ui/Hash.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { usePublishedBoard } from '../queries.ts';
import { BoardConsent } from './BoardConsent.tsx';
import styles from './BoardTab.module.css';
import facts from './Facts.module.css';
import { FileTable } from './FileTable.tsx';
import pageLayout from './PageLayout.module.css';

/** The installed board and the one its author has published, with the hash of every file. */
export function BoardTab({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const published = usePublishedBoard(page.protocol_id);
  const [consenting, setConsenting] = useState(false);
  const { board, board_problem } = page;
  const publishedBoard = published.data?.board ?? null;
  const isSameBoard = board !== null && publishedBoard !== null && board.manifest_hash === publishedBoard.manifest_hash;
  const canInstall = board === null && page.source !== 'bundled';
  return (
    <div className={pageLayout.column}>
      {board_problem && <ProblemLine problem={board_problem} />}
      {board ? (
        <BoardCard board={board} title={t('board.here')} />
      ) : (
        <Card title={t('board.here')}>
          <p className="dim measure">{t('board.none_here')}</p>
        </Card>
      )}
      {publishedBoard && !isSameBoard && (
        <BoardCard
          board={publishedBoard}
          title={t('board.published')}
          note={t(board ? 'board.differs' : 'board.not_in')}
          action={
            canInstall && (
              <Button data-action="let-in" onClick={() => setConsenting(true)}>
                <IconShieldCheck size={17} stroke={1.75} aria-hidden="true" />
                {t('board.let_in')}
              </Button>
            )
          }
        />
      )}
      {isSameBoard && <p className="small dim">{t('board.same')}</p>}
      {published.isSuccess && !publishedBoard && <p className="small dim">{t('board.none_published')}</p>}
      {published.isFetching && !published.data && <SkeletonRows rows={3} />}
      {published.error && <ProblemState error={published.error} onRetry={() => void published.refetch()} />}
      {consenting && publishedBoard && (
        <BoardConsent page={page} board={publishedBoard} onClose={() => setConsenting(false)} />
      )}
    </div>
  );
}

interface BoardCardProps {
  board: ProtocolBoard;
  title: string;
  note?: string;
  /** Replaces the file count in the header. */
  action?: ReactNode;
}

function BoardCard({ board, title, note, action }: BoardCardProps) {
  const { t, i18n } = useTranslation('protocols');
  const { files, size_bytes, manifest_hash, source, author } = board;
  const count = t('board.files', { count: files.length, size: formatBytes(i18n.language, size_bytes) });
  return (
    <Card
      title={
        <span className="row wrap">
          {title}
          <span className={styles.source}>
            <Tag>{t(`board.source.${source}`)}</Tag>
          </span>
        </span>
      }
      headerEnd={action || <span className="small dim">{count}</span>}
      bodyClassName={pageLayout.flush}
    >
      <dl className={`${facts.facts} ${styles.padded}`}>
        <div>
          <dt>{t('board.manifest')}</dt>
          <dd>
            <CopyButton value={manifest_hash} />
          </dd>
        </div>
        <div>
          <dt>{t('board.author')}</dt>
          <dd>{isHex64(author) ? <Hash value={author} /> : escapeInvisible(author)}</dd>
        </div>
        {action && (
          <div>
            <dt>{t('board.holds')}</dt>
            <dd>{count}</dd>
          </div>
        )}
      </dl>
      {note && <p className={`${styles.padded} small dim`}>{note}</p>}
      <FileTable board={board} />
      <p className={`${styles.padded} small faint`}>{t('board.hashed')}</p>
    </Card>
  );
}
