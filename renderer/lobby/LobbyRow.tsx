import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { optionsLine } from '../look/format.ts';
import { Hash } from '../look/Hash.tsx';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { SlipLine } from '../look/Slip.tsx';
import { Seal } from '../trust/Seal.tsx';
import { GainCell } from './GainCell.tsx';
import styles from './Lobby.module.css';

interface LobbyRowProps {
  entry: LobbyEntry;
  /** From 1; only what is near is drawn. */
  place: number;
  of: number;
  open: boolean;
  gone: boolean;
  /** Came after the list was first shown. */
  fresh: boolean;
  showKey: boolean;
  tabIndex: number;
  onOpen(postId: string): void;
  onFocus(postId: string): void;
}

/** One open table; the whole row is one target. A long list renews only the rows that changed. */
export const LobbyRow = memo(function LobbyRow({
  entry,
  place,
  of,
  open,
  gone,
  fresh,
  showKey,
  tabIndex,
  onOpen,
  onFocus,
}: LobbyRowProps) {
  const { t } = useTranslation('lobby');
  const options = optionsLine(entry.options);
  return (
    <li className={styles.item} aria-posinset={place} aria-setsize={of}>
      <button
        type="button"
        className={[styles.row, fresh && styles.fresh].filter(Boolean).join(' ')}
        aria-expanded={open}
        aria-controls="offer"
        data-post={entry.post_id}
        data-gone={gone || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(entry.post_id)}
        onFocus={() => onFocus(entry.post_id)}
      >
        <Quilt publicKey={entry.host.public_key} mode={entry.host_control_mode} size={38} />
        <span className="grow">
          <span className="row">
            <PeerName name={entry.host.nickname} className={`${styles.name} cut`} />
            {entry.host.rating !== null && <span className="small faint">{entry.host.rating}</span>}
            <ModeBadge mode={entry.host_control_mode} said={!entry.host.house} />
            {showKey && <Hash value={entry.host.public_key} className="micro faint" />}
          </span>
          <span className={`${styles.second} cut small narrow`}>
            <b>{entry.protocol_name}</b> <span className="faint">{options}</span>
          </span>
          <span className={`${styles.second} cut small dim wide block`}>
            {entry.host.house ? entry.message : <SlipLine text={entry.message} />}
          </span>
        </span>
        <span className={styles.game}>
          <span className="cut strong block">{entry.protocol_name}</span>
          <span className="cut small faint block">{options}</span>
        </span>
        <span className={styles.gain}>
          {gone ? <span className="small faint">{t('gone')}</span> : <GainCell entry={entry} />}
        </span>
        <span className={styles.sealcell}>
          <Seal checks={entry.checks} size={28} />
        </span>
      </button>
    </li>
  );
});
