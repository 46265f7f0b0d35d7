import { IconCheck, IconRobot, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { modeIcons } from '../look/ModeBadge.tsx';
import { isolated } from '../look/peer-text.ts';
import { originsOf } from './origins.ts';
import styles from './WhoDecided.module.css';

/** Receipts for the own moves: you, you after the agent's word, the agent alone. */
export function WhoDecided({ table, withPeer = false }: { table: Table; withPeer?: boolean }) {
  const { t } = useTranslation('tables');
  const { you, accepted, agent, all } = originsOf(table);
  const agentOff = table.control_mode === 'human';
  const of = (count: number) =>
    all === 0 ? <span className="faint">{t('origin.none')}</span> : <b>{t('origin.of', { count, all })}</b>;
  const PeerIcon = modeIcons[table.peer_control_mode];
  return (
    <div>
      {all > 0 && !agentOff && (
        <div className={styles.split} aria-hidden="true">
          {you > 0 && <i className={styles.you} style={{ flex: you }} />}
          {accepted > 0 && <i className={styles.accepted} style={{ flex: accepted }} />}
          {agent > 0 && <i className={styles.agent} style={{ flex: agent }} />}
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
