import {
  IconBook,
  IconChevronLeft,
  IconDots,
  IconEyeOff,
  IconFlag,
  IconInfoCircle,
  IconLayoutSidebarRight,
  IconRulerMeasure,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { usePageActions } from '../../core/page-actions.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { shortcuts } from '../../core/shortcuts.ts';
import { useAction } from '../../core/use-action.ts';
import { Seal } from '../../trust/Seal.tsx';
import { summarizeChecks } from '../../trust/seal-checks.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import type { TablePanel } from '../panel/use-table-panel.ts';
import { ResignDialog } from '../play/ResignDialog.tsx';
import { useSeats } from '../seats.ts';
import type { TableBoardState } from '../TableBoard.tsx';
import { BandSide } from './BandSide.tsx';
import { BoardAuthor } from './BoardAuthor.tsx';
import styles from './TableBand.module.css';
import { useFolds } from './use-folds.ts';

type StallKind = NonNullable<Table['stall']>['kind'];

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
}

/** The only line above a board: the game and the board's author, both sides with their clocks, the seal and the actions. */
export function TableBand({ table, status, backPath = '/tables', board, panel }: TableBandProps) {
  const { t } = useTranslation('tables');
  const { t: tTrust } = useTranslation('trust');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  /** What the open dialog offers. It doesn't change under the user's hands when the other side returns. */
  const [asking, setAsking] = useState<{ stall: StallKind | null } | null>(null);
  const resignation = useAction();
  const { onlooking } = useSeats(table);
  const { ref, isFolded } = useFolds();
  const { passedCount: done, hasFailed } = summarizeChecks(table.checks);
  const canResign = table.phase === 'playing' && table.concession !== 'said';
  const hasRules = panel?.has('rules') ?? false;
  const isForeign = board?.isShown === true && !board.isOwnShown;
  const showPlain = board?.isAvailable ? () => board.setPlain((plain) => !plain) : null;
  const plainText = t(board?.isShown ? 'board.plain' : 'plain.to_board');
  const sealText = hasFailed ? tTrust('count_failed') : t('band.seal', { done });

  const leaveKey = () => {
    if (resignation.busy) return asking?.stall ? 'leaving' : 'resigning';
    if (table.stall !== null) return 'unfinished.do';
    return table.protocol.mode === 'free' ? 'leave_do' : 'resign';
  };
  const leaveText = t(leaveKey());
  const askToResign = () => {
    if (resignation.busy) return;
    resignation.clearProblem();
    setAsking({ stall: table.stall?.kind ?? null });
  };
  // The dialog may have been closed meanwhile; it says why leaving failed.
  const resign = async (stall: StallKind | null) => {
    const { table_id } = table;
    const isDone = await resignation.run(() => bridge.tables[stall === null ? 'resign' : 'leave']({ table_id }));
    setAsking(isDone ? null : { stall });
  };
  usePageActions([
    ...(canResign ? [{ id: 'resign' as const, label: leaveText, keys: shortcuts.table.resign, run: askToResign }] : []),
    ...(showPlain ? [{ id: 'plain' as const, label: plainText, keys: shortcuts.table.plain, run: showPlain }] : []),
    ...(board?.isShown
      ? [
          {
            id: 'cover' as const,
            label: t(board.isHidden ? 'board.uncover' : 'band.cover'),
            keys: shortcuts.table.cover,
            run: () => board.setIsHidden((isHidden) => !isHidden),
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
            board.setIsHidden((isHidden) => !isHidden),
          ),
        ]
      : []),
    item('game', t('band.game_page'), IconInfoCircle, () => navigate(protocolPath(table.protocol.protocol_id))),
    ...(isFolded('resign') && canResign ? [item('resign', leaveText, IconFlag, askToResign)] : []),
  ];

  return (
    <header ref={ref} className={`${styles.band} on-wood`} data-band>
      <Link
        href={backPath}
        className={styles.back}
        data-part
        aria-label={t(backPath === '/tables' ? 'back' : onlooking ? 'back_to_record' : 'back_to_result')}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className={styles.game} data-part>
        <h1 className={styles.title} id="table-title" tabIndex={-1}>
          {escapeInvisible(table.protocol.name)}
        </h1>
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
        {!onlooking &&
          (panel?.has('checks') ? (
            <button
              type="button"
              className={styles.seal}
              aria-expanded={panel.shown === 'checks'}
              data-panel="checks"
              onClick={() => panel.toggle('checks')}
            >
              <Seal checks={table.checks} size={24} onWood />
              <span className={styles.word}>{sealText}</span>
            </button>
          ) : (
            <span className={styles.seal}>
              <Seal checks={table.checks} size={24} onWood />
              <span className={styles.word}>{sealText}</span>
            </span>
          ))}
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
        {panel?.isCompact && (
          <Button
            variant="wood"
            size="sm"
            iconOnly
            aria-label={t('panel')}
            aria-expanded={panel.shown === 'moves'}
            data-panel="moves"
            onClick={() => panel.toggle('moves')}
          >
            <IconLayoutSidebarRight size={16} stroke={1.75} aria-hidden="true" />
          </Button>
        )}
        {canResign && (
          <Button
            variant="wood"
            size="sm"
            className={styles.resign ?? ''}
            data-action="resign"
            aria-disabled={resignation.busy || undefined}
            onClick={askToResign}
          >
            <IconFlag size={15} stroke={1.75} aria-hidden="true" />
            {leaveText}
          </Button>
        )}
        <Menu items={items}>
          <Button variant="wood" size="sm" iconOnly aria-label={t('band.more')} data-panel="more">
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </Button>
        </Menu>
      </div>
      {asking && canResign && (
        <ResignDialog
          table={table}
          stall={asking.stall}
          busy={resignation.busy}
          problem={resignation.problem}
          onClose={() => setAsking(null)}
          onResign={() => void resign(asking.stall)}
        />
      )}
    </header>
  );
}

/** Who drew what the page shows. */
function Author({ table, status, board }: Pick<TableBandProps, 'table' | 'status' | 'board'>): ReactNode {
  const { t } = useTranslation('tables');
  if (status !== undefined) return <span data-testid="status">{status}</span>;
  if (board?.isShown && table.board) return <BoardAuthor board={table.board} />;
  return (
    <span>
      {t('band.drawn_by')} <b>Parlor</b>
    </span>
  );
}
