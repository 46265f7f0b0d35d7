import type { Table } from '../../shared/bridge/contract.ts';
import { leftMs } from '../../shared/tables/time-left.ts';
import { dueAt } from '../../shared/tables/waiting-tables.ts';
import { formatCountdown } from '../ui/format.ts';
import styles from './LowTime.module.css';
import { useMomentClocks } from './moment-clocks.ts';

/** The last seconds of the user's turn, in the colours of the running clock at the table. The title of the moment says it in words. */
export function LowTime({ table, size }: { table: Table; size: number }) {
  const now = useMomentClocks(true, 500).main;
  const due = dueAt(table);
  if (due === null) return null;
  return (
    <span className={styles.low} style={{ minWidth: size, height: size }} data-testid="low-time" aria-hidden="true">
      {formatCountdown(leftMs(due, now))}
    </span>
  );
}
