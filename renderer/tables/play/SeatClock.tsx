import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { thinkingSince, thinkingSoFar } from '../../../shared/tables/thinking-time.ts';
import { countdown, wholeSeconds } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './SeatClock.module.css';

/** The time that one side has spent thinking, highlighted while its clock runs. */
export function SeatClock({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  const since = thinkingSince(table)[side];
  const now = useNow(since !== null, 1000);
  if (table.phase !== 'playing' || table.protocol.mode === 'free') return null;
  const role = side === 'own' ? table.role : table.role === 'host' ? 'guest' : 'host';
  const spent = thinkingSoFar(table)[role] + (since === null ? 0 : Math.max(0, now - since));
  return (
    <span
      className={styles.clock}
      data-clock={side}
      data-runs={since !== null || undefined}
      role="img"
      aria-label={t(since === null ? 'clock.spent' : 'clock.runs', { count: wholeSeconds(spent) })}
      title={t('clock.title')}
    >
      {countdown(Math.floor(spent / 1000) * 1000)}
    </span>
  );
}
