import { IconCheck, IconRobot, IconRobotOff, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolated } from '../../shared/peer-text.ts';
import { modeIcons } from '../ui/ModeBadge.tsx';
import styles from './DecisionOrigins.module.css';
import { originsOf } from './decision-origins.ts';

/** How many of the user's moves were chosen by hand, accepted from the agent, or left to it. */
export function DecisionOrigins({ table, withPeer = false }: { table: Table; withPeer?: boolean }) {
  const { t } = useTranslation('tables');
  const { you, accepted, agent, fallback, all } = originsOf(table);
  const agentOff = table.control_mode === 'human' && table.client === null;
  const of = (count: number) =>
    all === 0 ? <span className="faint">{t('origin.none')}</span> : <b>{t('origin.of', { count, all })}</b>;
  const PeerIcon = modeIcons[table.peer_control_mode];
  return (
    <div>
      {all > 0 && !agentOff && (
        <div className={styles.split} aria-hidden="true">
          {you > 0 && <i className={styles.you} style={{ flex: you }} />}
          {accepted > 0 && <i className={styles.accepted} style={{ flex: accepted }} />}
          {agent + fallback > 0 && <i className={styles.agent} style={{ flex: agent + fallback }} />}
        </div>
      )}
      <p className={styles.receipt}>
        <IconUser size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('origin.you')}</span>
        {of(you)}
      </p>
      {!agentOff && (
        <p className={styles.receipt}>
          <IconCheck size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('origin.accepted')}</span>
          {of(accepted)}
        </p>
      )}
      <p className={styles.receipt}>
        <IconRobot size={18} stroke={1.75} aria-hidden="true" />
        <span>{agentOff ? t('origin.agent') : t('origin.alone')}</span>
        {agentOff ? <span className="faint">{t('origin.off')}</span> : of(agent)}
      </p>
      {fallback > 0 && (
        <p className={styles.receipt}>
          <IconRobotOff size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('origin.fallback')}</span>
          {of(fallback)}
        </p>
      )}
      {withPeer && (
        <p className={styles.receipt}>
          <PeerIcon size={18} stroke={1.75} className="faint" aria-hidden="true" />
          <span className="dim">
            {table.peer.house
              ? t('origin.house', { peer: isolated(table.peer.nickname) })
              : t('origin.claim', { peer: isolated(table.peer.nickname), mode: t(`mode.${table.peer_control_mode}`) })}
          </span>
          <span />
        </p>
      )}
    </div>
  );
}
