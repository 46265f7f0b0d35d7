import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { useLabels } from '../core/use-labels.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Seal } from '../trust/Seal.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import { GainCell } from './GainCell.tsx';
import styles from './LobbyRow.module.css';

interface LobbyRowProps {
  entry: LobbyEntry;
  /** From 1, for aria-posinset: the list is virtualized. */
  position: number;
  total: number;
  open: boolean;
  /** Closed, but kept while the list is frozen. */
  isClosed: boolean;
  /** Part of a group. */
  isNested: boolean;
  /** The suggested first table for new users. */
  isSuggested: boolean;
  /** Added after the list was first shown. */
  isNew: boolean;
  /** Another host has the same name. */
  showKey: boolean;
  tabIndex: number;
  onOpen(postId: string): void;
  onFocus(postId: string): void;
}

/** One open table; the whole row is a button. Memoized for long lists. */
export const LobbyRow = memo(function LobbyRow({
  entry,
  position,
  total,
  open,
  isClosed,
  isNested,
  isSuggested,
  isNew,
  showKey,
  tabIndex,
  onOpen,
  onFocus,
}: LobbyRowProps) {
  const { t } = useTranslation('lobby');
  const paceText = usePaceText();
  const labels = useLabels(entry.protocol_id);
  const options = labels.list([paceText.forOptions(entry.options), labels.options(entry.options)]);
  return (
    <li className={styles.item} aria-posinset={position} aria-setsize={total}>
      <button
        type="button"
        className={[styles.row, isNew && styles.newRow].filter(Boolean).join(' ')}
        aria-expanded={open}
        aria-controls="offer"
        data-post={entry.post_id}
        data-gone={isClosed || undefined}
        data-nested={isNested || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(entry.post_id)}
        onFocus={() => onFocus(entry.post_id)}
      >
        <Identicon publicKey={entry.host.public_key} mode={entry.host_control_mode} size={38} />
        <span className="grow">
          <span className="row">
            <PeerName name={entry.host.nickname} className={`${styles.name} truncate`} />
            <LookAlike person={entry.host} />
            {entry.host.rating !== null && <span className="small faint">{entry.host.rating}</span>}
            {entry.for_me && <Tag>{t('for_me')}</Tag>}
            {entry.house?.strength ? (
              <Tag>{t(`strength.${entry.house.strength}`)}</Tag>
            ) : (
              <ModeBadge mode={entry.host_control_mode} claimed={!entry.host.house} />
            )}
            {isSuggested && <Tag tone="good">{t('start_here')}</Tag>}
            {showKey && <Hash value={entry.host.public_key} className="micro faint" />}
          </span>
          <span className={`${styles.secondLine} truncate small narrow block`}>
            <bdi className="strong">{entry.protocol_name}</bdi> <bdi className="faint">{options}</bdi>
          </span>
          <span className={`${styles.secondLine} truncate small dim wide block`}>
            {entry.host.house ? entry.message : entry.message.trim() !== '' && <UntrustedLine text={entry.message} />}
          </span>
        </span>
        <span className={styles.game}>
          <bdi className="truncate strong block">{entry.protocol_name}</bdi>
          <bdi className={`${styles.options} small faint`}>{options}</bdi>
        </span>
        <span className={styles.gain}>
          {isClosed ? <span className="small faint">{t('gone')}</span> : <GainCell entry={entry} />}
        </span>
        <span className={styles.seal}>
          <Seal checks={entry.checks} size={28} />
        </span>
      </button>
    </li>
  );
});
