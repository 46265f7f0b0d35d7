import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { clocksOf } from '../../../shared/tables/clocks.ts';
import { useClock } from '../../core/clock.ts';
import { formatCountdown } from '../../ui/format.ts';
import styles from './TableBand.module.css';

/** The clock of one side: counting down during its move, otherwise the whole time of a move. */
export function SeatClock({ table, side }: { table: Table; side: 'own' | 'peer' }) {
  const { t } = useTranslation('tables');
  const now = useClock(table.phase === 'playing');
  const { state, leftMs, label, usedMs } = clocksOf(table, now)[side];
  if (state === 'off') return null;
  // Without a limit, as for an agent, there is nothing to show before its move; the names stay where they are.
  if (state === 'resting' && leftMs === null)
    return (
      <span className={styles.clock} data-empty aria-hidden="true">
        <span>{t(side === 'own' ? 'clock.agent_moves' : 'clock.we_wait')}</span>
      </span>
    );
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
