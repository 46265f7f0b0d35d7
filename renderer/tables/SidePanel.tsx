import { IconBolt, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { roundTrip } from '../look/format.ts';
import { Hash } from '../look/Hash.tsx';
import { Tag } from '../look/Tag.tsx';
import { Moves } from './Moves.tsx';
import { SealedHands } from './SealedHands.tsx';
import styles from './Table.module.css';
import { WhoDecided } from './WhoDecided.tsx';

interface SidePanelProps {
  table: Table;
  onRound(round: number): void;
  /** As a drawer over the felt, where there is no room beside it. */
  drawer?: boolean;
}

export function SidePanel({ table, onRound, drawer = false }: SidePanelProps) {
  const { t } = useTranslation('tables');
  const { kind, rtt_ms, gives_up_at } = table.connection;
  const lost = () => t(table.phase !== 'playing' ? 'line.over' : gives_up_at === null ? 'line.none' : 'line.gone');
  return (
    <aside
      className={`${styles.side} ${drawer ? styles.drawer : styles.docked}`}
      aria-label={t('panel')}
      data-region="sheet"
      tabIndex={-1}
    >
      <Moves table={table} />
      {table.sealed_rounds.length > 0 && <SealedHands table={table} onRound={onRound} />}
      <section>
        <h2 className="h3">{t('who_decided')}</h2>
        <WhoDecided table={table} />
        {table.hooks && (
          <p className="small faint">
            {t(table.hooks.by_hand ? 'hooks.by_hand' : 'hooks.played_with')} <Hash value={table.hooks.hash} />
          </p>
        )}
      </section>
      <section>
        <div className="row">
          <h2 className="h3">{t('connection')}</h2>
          {kind !== 'none' && (
            <span className="end">
              <Tag tone="ok">
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
          {kind === 'none' ? lost() : rtt_ms === null ? t('line.unmeasured') : t('line.rtt', { ms: roundTrip(rtt_ms) })}
        </p>
        {kind !== 'none' && <p className="small faint">{t(`line.${kind}_means`)}</p>}
      </section>
    </aside>
  );
}
