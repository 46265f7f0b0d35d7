import { IconBan, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { useAuthorName } from '../core/agent-profile.ts';
import { asProblem } from '../core/problem.ts';
import { useDownload, type usePublishedBoard } from '../protocols/queries.ts';
import { Button } from '../ui/Button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Hash } from '../ui/Hash.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import styles from './OfferBoard.module.css';
import offerSheet from './OfferSheet.module.css';

type PublishedBoard = NonNullable<NonNullable<ReturnType<typeof usePublishedBoard>['data']>['board']>;

interface OfferBoardProps {
  entry: LobbyEntry;
  board: PublishedBoard;
  /** It has been stored on this computer. */
  isAllowed: boolean;
  /** Called once the board is stored. */
  onAllowed(): void;
}

/** The author's published board, if it was not on this computer when the sheet opened. The button downloads exactly this version. */
export function OfferBoard({ entry, board, isAllowed, onAllowed }: OfferBoardProps) {
  const { t, i18n } = useTranslation('lobby');
  const download = useDownload(entry.protocol_id);
  const name = useAuthorName(board.author);
  const { manifest_hash, files, size_bytes } = board;
  return (
    <section className={`${offerSheet.section} ${styles.board}`} aria-labelledby="offer-board">
      <div className="row wrap">
        <h3 id="offer-board">{t('board.title')}</h3>
        <Hash value={manifest_hash} className="small faint" />
      </div>
      <p className="small dim">
        {t('board.by')} {name === board.author ? <Hash value={name} /> : <PeerName name={name} />}
        {' · '}
        {t('board.files', { count: files.length, size: formatBytes(i18n.language, size_bytes) })}
      </p>
      <p className={`row top small dim ${styles.restrictions}`}>
        <IconBan size={16} stroke={1.75} aria-hidden="true" />
        <span>{t('board.cannot')}</span>
      </p>
      {isAllowed ? (
        <p className="row small" role="status">
          <IconShieldCheck size={16} stroke={1.75} aria-hidden="true" />
          {t('board.allowed')}
        </p>
      ) : (
        <Button
          size="sm"
          data-action="allow-board"
          aria-disabled={download.isPending || undefined}
          onClick={() => download.isPending || download.mutate({ manifest_hash }, { onSuccess: onAllowed })}
        >
          <IconShieldCheck size={16} stroke={1.75} aria-hidden="true" />
          {t(download.isPending ? 'board.loading' : 'board.allow')}
        </Button>
      )}
      {download.error && <ProblemLine problem={asProblem(download.error)} />}
    </section>
  );
}
