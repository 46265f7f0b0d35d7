import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { clocksOf } from '../../../shared/tables/clocks.ts';
import { useClock } from '../../core/clock.ts';
import { formatCountdown, wholeSeconds } from '../../ui/format.ts';
import styles from './SeatClock.module.css';

/** The time that one side has spent thinking, highlighted while its clock runs. */
export function SeatClock({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  const now = useClock(table.phase === 'playing', 1000);
  const { state, usedMs } = clocksOf(table, now)[side];
  if (state === 'off') return null;
  const isRunning = state === 'running';
  return (
    <span
      className={styles.clock}
      data-clock={side}
      data-runs={isRunning || undefined}
      role="img"
      aria-label={t(isRunning ? 'clock.runs' : 'clock.spent', { count: wholeSeconds(usedMs) })}
      title={t('clock.title')}
    >
      {formatCountdown(Math.floor(usedMs / 1000) * 1000)}
    </span>
  );
}
