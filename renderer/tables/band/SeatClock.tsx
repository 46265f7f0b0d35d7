import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { formatCountdown } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { clocksOf } from './clocks.ts';
import styles from './TableBand.module.css';

/** The clock of one side: counting down during its move, otherwise the whole time of a move. */
export function SeatClock({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  const now = useNow(table.phase === 'playing', 1000);
  const { state, leftMs, label, usedMs } = clocksOf(table, now)[side];
  if (state === 'off') return null;
  return (
    <span
      className={styles.clock}
      data-clock={side}
      data-runs={state === 'running' || undefined}
      title={t('band.used', { time: formatCountdown(Math.floor(usedMs / 1000) * 1000) })}
    >
      {leftMs !== null && <b>{formatCountdown(leftMs)}</b>}
      {label && <span>{t(`clock.${label}`)}</span>}
    </span>
  );
}
