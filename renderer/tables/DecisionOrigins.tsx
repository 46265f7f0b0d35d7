import { IconCheck, IconRobot, IconRobotOff, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { modeIcons } from '../ui/ModeBadge.tsx';
import styles from './DecisionOrigins.module.css';
import { countOrigins } from './decision-origins.ts';

/** How many of the user's moves were chosen by hand, accepted from the agent, or left to it. */
export function DecisionOrigins({ table, withPeer = false }: { table: Table; withPeer?: boolean }) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { you, accepted, agent, fallback, total } = countOrigins(table);
  const hasNoAgent = table.control_mode === 'human' && table.client === null;
  const countText = (count: number) =>
    total === 0 ? <span className="faint">{t('origin.none')}</span> : <b>{t('origin.of', { count, all: total })}</b>;
  const PeerIcon = modeIcons[table.peer_control_mode];
  return (
    <div>
      {total > 0 && !hasNoAgent && (
        <div className={styles.bar} aria-hidden="true">
          {you > 0 && <i className={styles.you} style={{ flex: you }} />}
          {accepted > 0 && <i className={styles.accepted} style={{ flex: accepted }} />}
          {agent + fallback > 0 && <i className={styles.agent} style={{ flex: agent + fallback }} />}
        </div>
      )}
      <p className={styles.originRow}>
        <IconUser size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('origin.you')}</span>
        {countText(you)}
      </p>
      {!hasNoAgent && (
        <p className={styles.originRow}>
          <IconCheck size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('origin.accepted')}</span>
          {countText(accepted)}
        </p>
      )}
      <p className={styles.originRow}>
        <IconRobot size={18} stroke={1.75} aria-hidden="true" />
        <span>{hasNoAgent ? t('origin.agent') : t('origin.alone')}</span>
        {hasNoAgent ? <span className="faint">{t('origin.off')}</span> : countText(agent)}
      </p>
      {fallback > 0 && (
        <p className={styles.originRow}>
          <IconRobotOff size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('origin.fallback')}</span>
          {countText(fallback)}
        </p>
      )}
      {withPeer && (
        <p className={styles.originRow}>
          <PeerIcon size={18} stroke={1.75} className="faint" aria-hidden="true" />
          <span className="dim">
            {table.peer.house
              ? t('origin.house', { peer: isolatedName(table.peer.nickname) })
              : t('origin.claim', {
                  peer: isolatedName(table.peer.nickname),
                  mode: tApp(`mode.${table.peer_control_mode}`),
                })}
          </span>
          <span />
        </p>
      )}
    </div>
  );
}
