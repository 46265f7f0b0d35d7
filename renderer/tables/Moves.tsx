import {
  IconArrowsSplit2,
  IconCheck,
  IconHourglass,
  IconPlayerTrackNext,
  IconRobot,
  IconRobotOff,
  IconUser,
  IconUserEdit,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { useLabels } from '../core/use-labels.ts';
import { SeatPiece } from '../ui/SeatPiece.tsx';
import styles from './Moves.module.css';
import { type MoveRow, moveRows } from './move-rows.ts';
import { useSeats } from './seats.ts';

/** At most this many rows are rendered, around the current one; the replay reaches all of them. */
const maxRenderedRows = 250;

type Move = Table['moves'][number];

const originIcons = {
  you: IconUser,
  override: IconUserEdit,
  accepted: IconCheck,
  agent: IconRobot,
  timeout: IconHourglass,
  client: IconRobot,
  fallback: IconRobotOff,
};

interface MovesProps {
  table: Table;
  /** Jumps to the position after the move. */
  onSelectMove?: (number: number) => void;
  /** The number of moves made at the position shown; all of them by default. */
  currentMove?: number;
  /** Names both players' pieces, for boards that draw them as the protocol's labels describe. */
  withPieces?: boolean;
  /** The agent's differing choice, by move number. */
  otherAdvice?: ReadonlyMap<number, string>;
  /** What an analysis says of moves, by number. */
  marks?: ReadonlyMap<number, ReactNode>;
}

/** Shows the newest row up to a move: the move itself may be a step without a word. */
function scrollToMove(list: HTMLElement, currentMove: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-move]')];
  const current = rows.findLast(({ dataset }) => Number(dataset.move) <= currentMove);
  const [top, height] = current ? [current.offsetTop, current.offsetHeight] : [0, 0];
  const above = top + height - list.clientHeight;
  if (list.scrollTop < above || top < list.scrollTop) list.scrollTo({ top: Math.max(0, above) });
}

/** The decisions of both seats side by side, and between them in one line the steps that nobody decided. */
export function Moves({
  table,
  onSelectMove,
  currentMove = table.moves.length,
  withPieces = false,
  otherAdvice,
  marks,
}: MovesProps) {
  const { t } = useTranslation('tables');
  const { t: tRecord } = useTranslation('record');
  const { t: tApp } = useTranslation();
  const { onlooking, nameOf } = useSeats(table);
  const labels = useLabels(table.protocol.protocol_id);
  const { pieces } = labels;
  const stepTextOf = (move: Move) => {
    const sentence = labels.automatic(move, nameOf(move.by));
    if (sentence !== null) return { text: sentence, isCounted: false };
    return move.automatic ? { text: move.text, isCounted: true } : null;
  };
  const listRef = useRef<HTMLDivElement>(null);
  const firstRole = table.moves.find((move) => stepTextOf(move) === null)?.by ?? 'guest';
  const seats = firstRole === 'host' ? (['host', 'guest'] as const) : (['guest', 'host'] as const);
  const rows = moveRows(table.moves, seats, stepTextOf);
  const currentRow = rows.findIndex((row) =>
    row.kind === 'turn' ? seats.some((seat) => row[seat]?.number === currentMove) : row.last === currentMove,
  );
  const from = Math.max(
    0,
    Math.min((currentRow === -1 ? rows.length : currentRow) - maxRenderedRows / 2, rows.length - maxRenderedRows),
  );
  // A person who decides alone needs no icon to say so.
  const showsOrigins =
    !onlooking &&
    marks === undefined &&
    (table.control_mode !== 'human' || table.moves.some(({ origin }) => origin !== null && origin !== 'you'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the current move or the rows change
  useEffect(() => {
    const listElement = listRef.current;
    if (!listElement) return;
    scrollToMove(listElement, currentMove);
    // What stands below may take room from the list later.
    const observer = new ResizeObserver(() => scrollToMove(listElement, currentMove));
    observer.observe(listElement);
    return () => observer.disconnect();
  }, [currentMove, table.moves.length, rows.length]);

  const cell = (move: Move | undefined) => {
    if (!move) return null;
    const Icon = showsOrigins && move.origin && originIcons[move.origin];
    const origin = move.origin && t(`origin_of.${move.origin}`);
    const advisedLabel = otherAdvice?.get(move.number);
    const advice = advisedLabel === undefined ? null : tRecord('replay.advice.other', { label: advisedLabel });
    return (
      <>
        <span className={styles.text}>{move.text}</span>
        {marks?.get(move.number)}
        {advice !== null && (
          <span title={advice} className={styles.origin} data-differs>
            <IconArrowsSplit2 size={15} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">{tApp('aside', { text: advice })}</span>
          </span>
        )}
        {Icon && (
          <span title={origin ?? ''} className={styles.origin}>
            <Icon size={15} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">{tApp('aside', { text: origin })}</span>
          </span>
        )}
      </>
    );
  };
  const moveProps = (move: Move | undefined) => ({
    className: [styles.move, move && move.number > currentMove && styles.future].filter(Boolean).join(' '),
    'data-latest': move?.number === currentMove ? '' : undefined,
    'data-move': move?.number,
  });

  const steps = ({ last, texts }: Extract<MoveRow, { kind: 'steps' }>) => (
    <span
      key={`${last}s`}
      className={[styles.steps, last > currentMove && styles.future].filter(Boolean).join(' ')}
      data-latest={last === currentMove ? '' : undefined}
      data-move={last}
    >
      <IconPlayerTrackNext size={14} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        {labels.list(texts.map(({ text, count }) => (count === 1 ? text : t('times', { text, count }))))}
      </span>
    </span>
  );
  const head = (seat: Role) => (
    <span key={seat} className="row gap1 small dim">
      {withPieces && pieces && (
        <>
          <SeatPiece seat={seat} size={12} />
          <span className="offscreen">{pieces[seat]}</span>
        </>
      )}
      <span className="truncate">{nameOf(seat)}</span>
    </span>
  );

  // A chat has messages instead.
  if (table.protocol.mode === 'free') return null;
  return (
    <section className={styles.section}>
      <div className="row">
        <h2 className="h3">{t('moves')}</h2>
        {rows.some(({ kind }) => kind === 'turn') && (
          <span className="end small faint truncate">{t('decisions_only')}</span>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="small faint">{t('no_moves')}</p>
      ) : (
        <>
          <div className={styles.heads} data-testid="pieces">
            <span />
            {seats.map(head)}
          </div>
          <div ref={listRef} className={styles.moves} tabIndex={onSelectMove ? undefined : 0} data-testid="moves">
            {rows.slice(from, from + maxRenderedRows).flatMap((row) => {
              if (row.kind === 'steps') return [steps(row)];
              const { number } = row;
              return [
                <span key={`${number}n`} className="faint">
                  {number}
                </span>,
                ...seats.map((seat) => {
                  const move = row[seat];
                  return onSelectMove && move ? (
                    <button
                      key={`${number}${seat}`}
                      type="button"
                      {...moveProps(move)}
                      aria-current={move.number === currentMove ? 'step' : undefined}
                      onClick={() => onSelectMove(move.number)}
                    >
                      {cell(move)}
                    </button>
                  ) : (
                    <span key={`${number}${seat}`} {...moveProps(move)}>
                      {cell(move)}
                    </span>
                  );
                }),
                ...seats.map((seat) => {
                  const move = row[seat];
                  return move?.reason ? (
                    <span key={`${number}${seat}r`} className={`small ${styles.reason}`} data-reason={move.number}>
                      <span className="offscreen">{t('client.reason_of', { text: move.text })} </span>
                      <bdi dir="auto">{escapeInvisible(move.reason)}</bdi>
                    </span>
                  ) : null;
                }),
              ];
            })}
          </div>
        </>
      )}
    </section>
  );
}
