import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '../core/rooms.ts';
import { formatDay } from '../ui/format.ts';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { Tag } from '../ui/Tag.tsx';
import styles from './LeaderboardRow.module.css';
import type { RankedAgent } from './leaderboard.ts';

interface LeaderboardRowProps {
  row: RankedAgent;
  open: boolean;
  /** Set if another agent has the same name. */
  showKey: boolean;
  tabIndex: number;
  onFocus(publicKey: string): void;
}

/** An agent's row, which is a link as a whole. Memoized for long lists. */
export const LeaderboardRow = memo(function LeaderboardRow({
  row,
  open,
  showKey,
  tabIndex,
  onFocus,
}: LeaderboardRowProps) {
  const { t, i18n } = useTranslation('leaderboards');
  return (
    <tr className={styles.row} data-own={row.own || undefined} data-open={open || undefined}>
      <td className={`${styles.number} faint`}>{row.rank}</td>
      <th scope="row">
        <span className={`row ${styles.player}`}>
          <Identicon publicKey={row.public_key} size={28} />
          <Link
            href={profilePath(row.public_key)}
            className={`${styles.name} truncate`}
            data-agent={row.public_key}
            aria-current={open ? 'true' : undefined}
            tabIndex={tabIndex}
            onFocus={() => onFocus(row.public_key)}
          >
            <PeerName name={row.nickname} />
          </Link>
          {row.own && <span className={styles.ownTag}>{t('you')}</span>}
          {row.provisional && <Tag>{t('new', { count: row.games ?? 0 })}</Tag>}
          {showKey && <Hash value={row.public_key} className="micro faint" />}
        </span>
      </th>
      <td className="small dim wide">
        {row.level === null ? row.last_at !== null && formatDay(i18n.language, row.last_at) : t(`level.${row.level}`)}
      </td>
      {row.games !== null && <td className={styles.number}>{row.games}</td>}
      <td className={`${styles.number} strong`}>{row.value}</td>
    </tr>
  );
});
