import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { SeatClock } from './SeatClock.tsx';
import styles from './TableBand.module.css';

/** The clock of a side while the game runs, then how it ended for this side. */
export function SideState({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  if (table.phase === 'playing') return <SeatClock table={table} side={side} />;
  const result = table.phase === 'finished' ? table.result : null;
  // While the two sides disagree, nobody has won.
  if (!result || result.outcome === 'none' || result.state === 'disputed') return null;
  const { outcome } = result;
  const own = outcome === 'drawn' ? outcome : (side === 'own') === (outcome === 'won') ? 'won' : 'lost';
  return (
    <span className={styles.outcome} data-outcome={own}>
      {t(`band.${own}`)}
    </span>
  );
}
