import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolated } from '../look/peer-text.ts';
import styles from './Moves.module.css';

const shownTurns = 8;

/** Turns of the two seats side by side, the newest at the end and marked. */
export function Moves({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const turns: { host?: string; guest?: string }[] = [];
  for (const move of table.moves) {
    const last = turns.at(-1);
    if (!last || last[move.by] !== undefined) turns.push({ [move.by]: move.text });
    else last[move.by] = move.text;
  }
  const first = table.moves[0]?.by ?? 'host';
  const seats = first === 'host' ? (['host', 'guest'] as const) : (['guest', 'host'] as const);
  const hidden = Math.max(0, turns.length - shownTurns);
  const latest = table.moves.at(-1);
  const nameOf = (seat: 'host' | 'guest') => (seat === table.role ? t('you') : isolated(table.peer.nickname));
  return (
    <section>
      <div className="row">
        <h2 className="h3">{t('moves')}</h2>
        {table.moves.length > 0 && (
          <span className="end small faint cut">{`${nameOf(seats[0])}, ${nameOf(seats[1])}`}</span>
        )}
      </div>
      {table.moves.length === 0 ? (
        <p className="small faint">{t('no_moves')}</p>
      ) : (
        <div className={styles.moves}>
          {turns.slice(hidden).flatMap((turn, index) => {
            const number = hidden + index + 1;
            const last = number === turns.length;
            return [
              <span key={`${number}n`} className="faint">
                {number}
              </span>,
              ...seats.map((seat) => (
                <span
                  key={`${number}${seat}`}
                  className={['cut', last && latest?.by === seat && styles.latest].filter(Boolean).join(' ')}
                >
                  {turn[seat] ?? ''}
                </span>
              )),
            ];
          })}
        </div>
      )}
    </section>
  );
}
