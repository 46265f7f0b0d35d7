import {
  IconBook,
  IconChevronLeft,
  IconDots,
  IconEyeOff,
  IconFlag,
  IconHeartHandshake,
  IconInfoCircle,
  IconRulerMeasure,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isRatedTable } from '../../../shared/community/rating.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { findDecisionBar } from '../../core/keys.ts';
import { usePageActions } from '../../core/page-actions.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { shortcuts } from '../../core/shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import type { Drawing } from '../draw/use-draw.ts';
import type { TablePanel } from '../panel/use-table-panel.ts';
import { useSeats } from '../seats.ts';
import type { TableBoardState } from '../TableBoard.tsx';
import { BandSide } from './BandSide.tsx';
import { BoardAuthor } from './BoardAuthor.tsx';
import { PanelButton } from './PanelButton.tsx';
import { SealButton, useSealText } from './SealButton.tsx';
import styles from './TableBand.module.css';
import { useFolds } from './use-folds.ts';
import { useLeaving } from './use-leaving.tsx';

interface TableBandProps {
  table: Table;
  /** What the page shows, in place of the board's author: `Replay`, or the step of joining. */
  status?: string | undefined;
  /** Target of the back link. */
  backPath?: string;
  /** The board beside the plain view. */
  board?: TableBoardState | undefined;
  /** The panel next to the board, and what it can show. */
  panel?: TablePanel;
  /** Of a table that is played here. */
  drawing?: Drawing;
}

/** The only line above a board: the game and the board's author, both sides with their clocks, the seal and the actions. */
export function TableBand({ table, status, backPath = '/tables', board, panel, drawing }: TableBandProps) {
  const { t } = useTranslation('tables');
  const [, navigate] = useLocation();
  const { onlooking } = useSeats(table);
  const { ref, isFolded } = useFolds();
  const sealText = useSealText(table);
  const leaving = useLeaving(table);
  const { canLeave: canResign, text: leaveText, ask: askToResign } = leaving;
  const isGame = table.protocol.mode !== 'free' && table.protocol.name !== '';
  const hasRules = panel?.has('rules') ?? false;
  const isForeign = board?.isShown === true && !board.isOwnShown;
  /** The second row has nothing that the user needs to play. */
  const isOwnOnly = board?.isOwnShown === true && status === undefined;
  const showPlain = board?.isAvailable ? () => board.setPlain(!board.plain) : null;
  const plainText = t(board?.isShown ? 'board.plain' : 'plain.to_board');

  usePageActions([
    ...(canResign ? [{ id: 'resign' as const, label: leaveText, keys: shortcuts.table.resign, run: askToResign }] : []),
    ...(drawing?.canOffer ? [{ id: 'draw' as const, label: t('draw.offer'), run: () => drawing.act('offer') }] : []),
    ...(showPlain ? [{ id: 'plain' as const, label: plainText, keys: shortcuts.table.plain, run: showPlain }] : []),
    ...(board?.isShown
      ? [
          {
            id: 'cover' as const,
            label: t(board.isHidden ? 'board.uncover' : 'band.cover'),
            keys: shortcuts.table.cover,
            run: () => board.setIsHidden(!board.isHidden),
          },
        ]
      : []),
    ...(hasRules ? [{ id: 'rules' as const, label: t('rules.title'), run: () => panel?.toggle('rules') }] : []),
    ...(panel?.has('checks') ? [{ id: 'checks' as const, label: sealText, run: () => panel.toggle('checks') }] : []),
    ...(panel?.isCompact ? [{ id: 'moves' as const, label: t('panel'), run: () => panel.toggle('moves') }] : []),
    { id: 'game', label: t('band.game_page'), run: () => navigate(protocolPath(table.protocol.protocol_id)) },
  ]);

  const item = (id: string, label: string, Icon: typeof IconFlag, onSelect: () => void): MenuItem => ({
    id,
    label,
    icon: <Icon size={18} stroke={1.75} aria-hidden="true" />,
    onSelect,
  });
  const items = [
    ...(isFolded('plain') && showPlain && !isForeign ? [item('plain', plainText, IconRulerMeasure, showPlain)] : []),
    ...(isFolded('rules') && hasRules ? [item('rules', t('rules.title'), IconBook, () => panel?.toggle('rules'))] : []),
    ...(board?.isShown
      ? [
          item('cover', t(board.isHidden ? 'board.uncover' : 'band.cover'), IconEyeOff, () =>
            board.setIsHidden(!board.isHidden),
          ),
        ]
      : []),
    item('game', t('band.game_page'), IconInfoCircle, () => navigate(protocolPath(table.protocol.protocol_id))),
    ...(drawing?.canOffer
      ? [{ ...item('draw', t('draw.offer'), IconHeartHandshake, () => offerDraw(drawing)), movesFocus: true }]
      : []),
    ...(isFolded('resign') && canResign ? [item('resign', leaveText, IconFlag, askToResign)] : []),
  ];

  return (
    <header ref={ref} className={`${styles.band} on-wood`} data-band data-own-board={isOwnOnly || undefined}>
      <Link
        href={backPath}
        className={styles.back}
        data-part
        aria-label={t(backPath === '/tables' ? 'back' : onlooking ? 'back_to_record' : 'back_to_result')}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className={styles.game} data-part>
        <div className={styles.heading}>
          <h1 className={styles.title} id="table-title" tabIndex={-1}>
            {escapeInvisible(table.protocol.name)}
          </h1>
          {isGame && !isRatedTable(table) && <span className={styles.points}>{t('rules.no_points')}</span>}
        </div>
        <div className={styles.author}>
          <Author table={table} status={status} board={board} />
          {showPlain && (
            <TextButton
              className={`${styles.plain} ${isForeign ? '' : styles.foldable}`}
              data-action="plain"
              onClick={showPlain}
            >
              {plainText}
            </TextButton>
          )}
        </div>
      </div>
      <div className={styles.sides} data-part>
        <BandSide table={table} side="own" ownBoard={board?.isOwnShown ?? false} />
        {table.peer.nickname !== '' && <BandSide table={table} side="peer" ownBoard={board?.isOwnShown ?? false} />}
      </div>
      <div className={styles.tools} data-part>
        {!onlooking && <SealButton table={table} panel={panel} />}
        {hasRules && (
          <Button
            variant="wood"
            size="sm"
            className={styles.rules ?? ''}
            aria-expanded={panel?.shown === 'rules'}
            data-panel="rules"
            onClick={() => panel?.toggle('rules')}
          >
            <IconBook size={16} stroke={1.75} aria-hidden="true" />
            {t('rules.title')}
          </Button>
        )}
        {panel?.isCompact && <PanelButton table={table} panel={panel} />}
        {canResign && (
          <Button
            variant="wood"
            size="sm"
            className={styles.resign ?? ''}
            data-action="resign"
            aria-disabled={leaving.busy || undefined}
            title={leaveText}
            onClick={askToResign}
          >
            <IconFlag size={15} stroke={1.75} aria-hidden="true" />
            <span className={styles.words}>
              {leaving.words.map((word) => (
                <span key={word} data-word={word} />
              ))}
              <span>{leaving.word}</span>
            </span>
          </Button>
        )}
        <Menu items={items}>
          <Button variant="wood" size="sm" iconOnly aria-label={t('band.more')} data-panel="more">
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </Button>
        </Menu>
      </div>
      {leaving.dialog}
    </header>
  );
}

/** The bar says what became of the offer, and Enter does there what it says. */
function offerDraw(drawing: Drawing): void {
  drawing.act('offer');
  findDecisionBar()?.focus({ preventScroll: true });
}

/** Who drew what the page shows. */
function Author({ table, status, board }: Pick<TableBandProps, 'table' | 'status' | 'board'>): ReactNode {
  const { t } = useTranslation('tables');
  if (status !== undefined) return <span data-testid="status">{status}</span>;
  if (board?.isShown && table.board) return <BoardAuthor board={table.board} />;
  return (
    <span>
      {t('band.drawn_by')}
      <SentenceSpace />
      <b>Parlor</b>
    </span>
  );
}
