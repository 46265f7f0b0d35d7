import {
  IconArrowsSplit2,
  IconCheck,
  IconHourglass,
  IconRobot,
  IconRobotOff,
  IconUser,
  IconUserEdit,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useLabels } from '../core/use-labels.ts';
import styles from './Moves.module.css';
import { useSeats } from './seats.ts';

/** At most this many turns are rendered, around the current one; the replay reaches all of them. */
const maxRenderedTurns = 250;

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
}

/** The turns of both seats side by side, with who decided each of the user's moves. */
export function Moves({
  table,
  onSelectMove,
  currentMove = table.moves.length,
  withPieces = false,
  otherAdvice,
}: MovesProps) {
  const { t } = useTranslation('tables');
  const { t: tRecord } = useTranslation('record');
  const { pieces } = useLabels(table.protocol.protocol_id);
  const listRef = useRef<HTMLDivElement>(null);
  const turns: { host?: Move; guest?: Move }[] = [];
  for (const move of table.moves) {
    const lastTurn = turns.at(-1);
    if (!lastTurn || lastTurn[move.by] !== undefined) turns.push({ [move.by]: move });
    else lastTurn[move.by] = move;
  }
  const firstRole = table.moves[0]?.by ?? 'host';
  const seats = firstRole === 'host' ? (['host', 'guest'] as const) : (['guest', 'host'] as const);
  const currentTurn = turns.findIndex((turn) => seats.some((seat) => turn[seat]?.number === currentMove));
  const from = Math.max(
    0,
    Math.min((currentTurn === -1 ? turns.length : currentTurn) - maxRenderedTurns / 2, turns.length - maxRenderedTurns),
  );
  const { onlooking, nameOf } = useSeats(table);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the current move changes
  useEffect(() => {
    const listElement = listRef.current;
    const current = listElement?.querySelector<HTMLElement>('[data-latest]');
    if (!listElement || !current) {
      listElement?.scrollTo({ top: 0 });
      return;
    }
    const above = current.offsetTop - listElement.clientHeight + current.offsetHeight;
    if (listElement.scrollTop < above || current.offsetTop < listElement.scrollTop)
      listElement.scrollTo({ top: Math.max(0, above) });
  }, [currentMove, table.moves.length]);

  const cell = (move: Move | undefined) => {
    if (!move) return null;
    const Icon = move.origin && originIcons[move.origin];
    const origin = move.origin && t(`origin_of.${move.origin}`);
    const advisedLabel = otherAdvice?.get(move.number);
    const advice = advisedLabel === undefined ? null : tRecord('replay.advice.other', { label: advisedLabel });
    return (
      <>
        <span className="truncate grow">{move.text}</span>
        {advice !== null && (
          <span title={advice} className={styles.origin} data-differs>
            <IconArrowsSplit2 size={15} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">, {advice}</span>
          </span>
        )}
        {Icon && (
          <span title={origin ?? ''} className={styles.origin}>
            <Icon size={15} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">, {origin}</span>
          </span>
        )}
      </>
    );
  };
  const moveProps = (move: Move | undefined) => ({
    className: [styles.move, move && move.number > currentMove && styles.future].filter(Boolean).join(' '),
    'data-latest': move?.number === currentMove ? '' : undefined,
  });

  return (
    <section className={styles.section}>
      <div className="row">
        <h2 className="h3">{t('moves')}</h2>
        {table.moves.length > 0 && (
          <span className="end small faint truncate">{`${nameOf(seats[0])} · ${nameOf(seats[1])}`}</span>
        )}
      </div>
      {withPieces && pieces && !onlooking && (
        <p className={`small faint ${styles.pieces}`} data-testid="pieces">
          {t('pieces', { ...pieces, peer: isolatedName(table.peer.nickname) })}
        </p>
      )}
      {table.moves.length === 0 ? (
        <p className="small faint">{t('no_moves')}</p>
      ) : (
        <div ref={listRef} className={styles.moves} tabIndex={onSelectMove ? undefined : 0} data-testid="moves">
          {turns.slice(from, from + maxRenderedTurns).flatMap((turn, index) => {
            const number = from + index + 1;
            return [
              <span key={`${number}n`} className="faint">
                {number}
              </span>,
              ...seats.map((seat) => {
                const move = turn[seat];
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
                const move = turn[seat];
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
      )}
    </section>
  );
}
