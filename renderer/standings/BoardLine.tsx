import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '../app/rooms.ts';
import { day } from '../look/format.ts';
import { Hash } from '../look/Hash.tsx';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import type { BoardRow } from './board.ts';
import styles from './Standings.module.css';

interface BoardLineProps {
  row: BoardRow;
  open: boolean;
  showKey: boolean;
  tabIndex: number;
  onFocus(publicKey: string): void;
}

/** One agent on a board; the whole line is one target. A long board renews only the lines that changed. */
export const BoardLine = memo(function BoardLine({ row, open, showKey, tabIndex, onFocus }: BoardLineProps) {
  const { t, i18n } = useTranslation('standings');
  return (
    <tr className={styles.line} data-own={row.own || undefined} data-open={open || undefined}>
      <td className={`${styles.number} faint`}>{row.rank}</td>
      <th scope="row">
        <span className={styles.who}>
          <Quilt publicKey={row.public_key} size={28} />
          <Link
            href={profilePath(row.public_key)}
            className={`${styles.name} cut`}
            data-agent={row.public_key}
            aria-current={open ? 'true' : undefined}
            tabIndex={tabIndex}
            onFocus={() => onFocus(row.public_key)}
          >
            <PeerName name={row.nickname} />
          </Link>
          {row.own && <span className={styles.you}>{t('you')}</span>}
          {row.provisional && <Tag>{t('new', { count: row.games ?? 0 })}</Tag>}
          {showKey && <Hash value={row.public_key} className="micro faint" />}
        </span>
      </th>
      <td className="small dim wide">
        {row.level === null ? row.last_at !== null && day(i18n.language, row.last_at) : t(`level.${row.level}`)}
      </td>
      {row.games !== null && <td className={styles.number}>{row.games}</td>}
      <td className={`${styles.number} strong`}>{row.value}</td>
    </tr>
  );
});
