import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { roomOf, rooms } from '../core/rooms.ts';
import styles from './Rail.module.css';
import { useRoomCounts } from './room-counts.ts';

export function Rail() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const compact = useMediaQuery('(max-width: 1099px)');
  const currentRoom = roomOf(path);
  const counts = useRoomCounts();
  return (
    <nav className={`${styles.rail} on-wood`} aria-label={t('rooms')} data-region="rail">
      {rooms.map(({ id, path: to, Icon }) => (
        <Tooltip key={id} label={t(`room.${id}`)} position="right" disabled={!compact}>
          <Link href={to} className={styles.room} aria-current={currentRoom === id ? 'page' : undefined}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={styles.name}>{t(`room.${id}`)}</span>
            <Count {...counts[id]} />
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}

function Count({ count = 0, text = '' }: { count?: number; text?: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="offscreen">{text}</span>
    </span>
  );
}
