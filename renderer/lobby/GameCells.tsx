import { useTranslation } from 'react-i18next';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { useLabels } from '../core/use-labels.ts';
import { DeprecatedTag } from '../hosting/DeprecatedTag.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { formatNearTime } from '../ui/format.ts';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import styles from './GameCells.module.css';
import type { TableCellsProps } from './table-cells.ts';

/** A table in the list by game: the game first, then who waits. Only the host's words make room for the rest. */
export function GameCells({ entry, isSuggested, isDeprecated, showKey }: TableCellsProps) {
  const { t, i18n } = useTranslation('lobby');
  const paceText = usePaceText();
  const labels = useLabels(entry.protocol_id);
  const { host, house } = entry;
  const options = labels.list([paceText.forOptions(entry.options), labels.options(entry.options)]);
  const since = formatNearTime(i18n.language, wallTimeOf(entry.created_at, communityClock), Date.now());
  return (
    <>
      <Emblem bundled={entry.bundled} size={40} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <bdi className={`${styles.game} truncate strong`}>{entry.protocol_name}</bdi>
          <bdi className="truncate small faint">{options}</bdi>
          {isSuggested && <Tag tone="good">{t('start_here')}</Tag>}
          {entry.for_me && <Tag>{t('for_me')}</Tag>}
          {/* The last, since it arrives after the row. */}
          {isDeprecated && <DeprecatedTag />}
        </span>
        <span className={styles.second}>
          <span className={styles.line}>
            <Identicon publicKey={host.public_key} mode={entry.host_control_mode} size={20} />
            <PeerName name={host.nickname} className="truncate strong small" />
            <span className={styles.mark}>
              <LookAlike person={host} />
            </span>
            {host.rating !== null && <span className="small faint">{host.rating}</span>}
            {house?.strength ? (
              <ModeBadge mode="autonomous" claimed={false} label={t(`house_player.${house.strength}`)} />
            ) : (
              <ModeBadge mode={entry.host_control_mode} claimed={!host.house} />
            )}
            {showKey && <Hash value={host.public_key} className="micro faint" />}
            {!host.house && <span className={`${styles.since} micro faint nowrap`}>{t('since', { time: since })}</span>}
          </span>
          {entry.message.trim() !== '' && (
            <span className={`${styles.words} truncate small dim`}>
              {host.house ? entry.message : <UntrustedLine text={entry.message} />}
            </span>
          )}
        </span>
      </span>
    </>
  );
}
