import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { thinkingSince, thinkingTimesOf } from '../../../shared/tables/thinking-time.ts';
import { formatCountdown, wholeSeconds } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './SeatClock.module.css';

/** The time that one side has spent thinking, highlighted while its clock runs. */
export function SeatClock({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  const runningSince = thinkingSince(table)[side];
  const now = useNow(runningSince !== null, 1000);
  if (table.phase !== 'playing' || table.protocol.mode === 'free') return null;
  const role = side === 'own' ? table.role : table.role === 'host' ? 'guest' : 'host';
  const spentMs = thinkingTimesOf(table)[role] + (runningSince === null ? 0 : Math.max(0, now - runningSince));
  return (
    <span
      className={styles.clock}
      data-clock={side}
      data-runs={runningSince !== null || undefined}
      role="img"
      aria-label={t(runningSince === null ? 'clock.spent' : 'clock.runs', { count: wholeSeconds(spentMs) })}
      title={t('clock.title')}
    >
      {formatCountdown(Math.floor(spentMs / 1000) * 1000)}
    </span>
  );
}
