import { IconBolt, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { formatRoundTrip } from '../../ui/format.ts';
import { Tag } from '../../ui/Tag.tsx';
import { DecisionOrigins } from '../DecisionOrigins.tsx';
import { SealedHands } from '../fairness/SealedHands.tsx';
import { Moves } from '../Moves.tsx';
import { ClientSwitch } from './ClientSwitch.tsx';
import { SeatSwitch } from './SeatSwitch.tsx';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  table: Table;
  onSelectRound(round: number): void;
  /** Parlor's own board is on screen; it draws the pieces as the protocol's labels describe. */
  ownBoard: boolean;
  /** Rendered as a drawer in narrow windows. */
  drawer?: boolean;
}

/** Next to a running table: its moves, commitments, who decided, the connection, and the control mode. */
export function SidePanel({ table, onSelectRound, ownBoard, drawer = false }: SidePanelProps) {
  const { t } = useTranslation('tables');
  const { kind, rtt_ms, gives_up_at } = table.connection;
  const lostText = () => t(table.phase !== 'playing' ? 'line.over' : gives_up_at === null ? 'line.none' : 'line.gone');
  return (
    <aside
      className={`${styles.side} ${drawer ? styles.drawer : styles.docked}`}
      aria-label={t('panel')}
      data-region="sheet"
      tabIndex={-1}
    >
      <Moves table={table} withPieces={ownBoard} />
      {table.sealed_rounds.length > 0 && <SealedHands table={table} onSelectRound={onSelectRound} />}
      <section>
        <h2 className="h3">{t('who_decided')}</h2>
        <DecisionOrigins table={table} />
        {table.hooks?.by_hand && <p className="small faint">{t('hooks.by_hand')}</p>}
      </section>
      <section>
        <div className="row">
          <h2 className="h3">{t('connection')}</h2>
          {kind !== 'none' && (
            <span className="end">
              <Tag tone="good">
                {kind === 'direct' ? (
                  <IconBolt size={14} stroke={1.75} aria-hidden="true" />
                ) : (
                  <IconRoute size={14} stroke={1.75} aria-hidden="true" />
                )}
                {t(`line.${kind}`)}
              </Tag>
            </span>
          )}
        </div>
        <p className="small faint">
          {kind === 'none'
            ? lostText()
            : rtt_ms === null
              ? t('line.unmeasured')
              : t('line.rtt', { ms: formatRoundTrip(rtt_ms) })}
        </p>
        {kind !== 'none' && <p className="small faint">{t(`line.${kind}_means`)}</p>}
      </section>
      {table.client === null ? <SeatSwitch table={table} /> : <ClientSwitch table={table} />}
    </aside>
  );
}
