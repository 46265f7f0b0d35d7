import { IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { bytes, shortHash } from '../look/format.ts';
import { Hash } from '../look/Hash.tsx';
import { visible } from '../look/peer-text.ts';
import { StillRows } from '../look/StillRows.tsx';
import { Tag } from '../look/Tag.tsx';
import { usePublishedBoard } from './asking.ts';
import { LetBoardIn } from './LetBoardIn.tsx';
import styles from './Protocol.module.css';
import { Trouble } from './Trouble.tsx';

export type BoardFacts = NonNullable<ProtocolPage['board']>;

/** The board that is shown at a table here, and the one its author has published: every file with its hash. */
export function BoardTab({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const published = usePublishedBoard(page.protocol_id);
  const [letting, setLetting] = useState(false);
  const { board, board_problem } = page;
  const there = published.data?.board ?? null;
  const same = board !== null && there !== null && board.manifest_hash === there.manifest_hash;
  const canLetIn = board === null && page.source !== 'bundled';
  return (
    <div className={styles.column}>
      {board_problem && <ProblemLine problem={board_problem} />}
      {board ? (
        <BoardCard board={board} title={t('board.here')} />
      ) : (
        <Card title={t('board.here')}>
          <p className="dim measure">{t('board.none_here')}</p>
        </Card>
      )}
      {there && !same && (
        <BoardCard
          board={there}
          title={t('board.published')}
          note={t(board ? 'board.differs' : 'board.not_in')}
          action={
            canLetIn && (
              <Button data-action="let-in" onClick={() => setLetting(true)}>
                <IconShieldCheck size={17} stroke={1.75} aria-hidden="true" />
                {t('board.let_in')}
              </Button>
            )
          }
        />
      )}
      {same && <p className="small dim">{t('board.same')}</p>}
      {published.isSuccess && !there && <p className="small dim">{t('board.none_published')}</p>}
      {published.isFetching && !published.data && <StillRows rows={3} />}
      {published.error && <Trouble error={published.error} onAgain={() => void published.refetch()} />}
      {letting && there && <LetBoardIn page={page} board={there} onClose={() => setLetting(false)} />}
    </div>
  );
}

interface BoardCardProps {
  board: BoardFacts;
  title: string;
  note?: string;
  action?: ReactNode;
}

function BoardCard({ board, title, note, action }: BoardCardProps) {
  const { t, i18n } = useTranslation('protocols');
  const { files, size_bytes, manifest_hash, source, author } = board;
  const count = t('board.files', { count: files.length, size: bytes(i18n.language, size_bytes) });
  return (
    <Card
      title={
        <span className="row wrap">
          {title}
          <span className={styles.headtag}>
            <Tag>{t(`board.source.${source}`)}</Tag>
          </span>
        </span>
      }
      state={action || <span className="small dim">{count}</span>}
      bodyClassName={styles.flush}
    >
      <dl className={`${styles.facts} ${styles.padded}`}>
        <div>
          <dt>{t('board.manifest')}</dt>
          <dd>
            <CopyButton value={manifest_hash} />
          </dd>
        </div>
        <div>
          <dt>{t('board.author')}</dt>
          <dd>{/^[0-9a-f]{64}$/.test(author) ? <Hash value={author} /> : visible(author)}</dd>
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

export function FileTable({ board }: { board: BoardFacts }) {
  const { t, i18n } = useTranslation('protocols');
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('board.table')}>
        <thead>
          <tr>
            <th scope="col">{t('col.file')}</th>
            <th scope="col" className={styles.number}>
              {t('col.size')}
            </th>
            <th scope="col">{t('col.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {board.files.map(({ path, content_hash, size_bytes }) => (
            <tr key={path}>
              <th scope="row">
                <bdi className={styles.path}>{visible(path)}</bdi>
              </th>
              <td className={styles.number}>{bytes(i18n.language, size_bytes)}</td>
              <td>
                <CopyButton value={content_hash} shown={shortHash(content_hash)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
