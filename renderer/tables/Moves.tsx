import { IconCheck, IconHourglass, IconRobot, IconUser, IconUserEdit } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolated } from '../look/peer-text.ts';
import styles from './Moves.module.css';

/** A table of thousands of moves shows the newest; a replay goes through all of them. */
const shownTurns = 250;

type Move = Table['moves'][number];

const origins = {
  you: IconUser,
  override: IconUserEdit,
  accepted: IconCheck,
  agent: IconRobot,
  timeout: IconHourglass,
};

interface MovesProps {
  table: Table;
  /** Goes to where a move was played. */
  onMove?: (number: number) => void;
  /** How many of the moves are on the table now; all of them unless told. */
  played?: number;
}

/** Turns of the two seats side by side, each own move with who decided it, the newest marked. */
export function Moves({ table, onMove, played = table.moves.length }: MovesProps) {
  const { t } = useTranslation('tables');
  const list = useRef<HTMLDivElement>(null);
  const turns: { host?: Move; guest?: Move }[] = [];
  for (const move of table.moves) {
    const last = turns.at(-1);
    if (!last || last[move.by] !== undefined) turns.push({ [move.by]: move });
    else last[move.by] = move;
  }
  const first = table.moves[0]?.by ?? 'host';
  const seats = first === 'host' ? (['host', 'guest'] as const) : (['guest', 'host'] as const);
  const at = turns.findIndex((turn) => seats.some((seat) => turn[seat]?.number === played));
  const from = Math.max(0, Math.min((at === -1 ? turns.length : at) - shownTurns / 2, turns.length - shownTurns));
  const nameOf = (seat: 'host' | 'guest') => (seat === table.role ? t('you') : isolated(table.peer.nickname));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked move is in sight whenever it is another one
  useEffect(() => {
    const box = list.current;
    const marked = box?.querySelector<HTMLElement>('[data-latest]');
    if (!box || !marked) {
      box?.scrollTo({ top: 0 });
      return;
    }
    const above = marked.offsetTop - box.clientHeight + marked.offsetHeight;
    if (box.scrollTop < above || marked.offsetTop < box.scrollTop) box.scrollTo({ top: Math.max(0, above) });
  }, [played, table.moves.length]);

  const cell = (move: Move | undefined) => {
    if (!move) return null;
    const Icon = move.origin && origins[move.origin];
    const origin = move.origin && t(`origin_of.${move.origin}`);
    return (
      <>
        <span className="cut grow">{move.text}</span>
        {Icon && (
          <span title={origin ?? ''} className={styles.origin}>
            <Icon size={15} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">, {origin}</span>
          </span>
        )}
      </>
    );
  };
  const look = (move: Move | undefined) => ({
    className: [styles.move, move && move.number > played && styles.later].filter(Boolean).join(' '),
    'data-latest': move?.number === played ? '' : undefined,
  });

  return (
    <section className={styles.section}>
      <div className="row">
        <h2 className="h3">{t('moves')}</h2>
        {table.moves.length > 0 && (
          <span className="end small faint cut">{`${nameOf(seats[0])}, ${nameOf(seats[1])}`}</span>
        )}
      </div>
      {table.moves.length === 0 ? (
        <p className="small faint">{t('no_moves')}</p>
      ) : (
        <div ref={list} className={styles.moves} tabIndex={onMove ? undefined : 0} data-testid="moves">
          {turns.slice(from, from + shownTurns).flatMap((turn, index) => {
            const number = from + index + 1;
            return [
              <span key={`${number}n`} className="faint">
                {number}
              </span>,
              ...seats.map((seat) => {
                const move = turn[seat];
                return onMove && move ? (
                  <button
                    key={`${number}${seat}`}
                    type="button"
                    {...look(move)}
                    aria-current={move.number === played ? 'step' : undefined}
                    onClick={() => onMove(move.number)}
                  >
                    {cell(move)}
                  </button>
                ) : (
                  <span key={`${number}${seat}`} {...look(move)}>
                    {cell(move)}
                  </span>
                );
              }),
            ];
          })}
        </div>
      )}
    </section>
  );
}
