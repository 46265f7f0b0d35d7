import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useInbox, useTables } from '../core/context.tsx';
import { type RoomId, roomOf, rooms } from '../core/rooms.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { unreadCount, withoutRemoved } from '../inbox/inbox-filters.ts';
import styles from './Rail.module.css';

export function Rail() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const compact = useMediaQuery('(max-width: 1099px)');
  const runningTables = useTables(
    (tables) => [...tables.values()].filter((table) => table.phase === 'playing' || table.phase === 'joining').length,
  );
  const inbox = useInbox((state) => state);
  const removedKeys = usePendingRemovals();
  const unread = unreadCount(withoutRemoved(inbox, removedKeys).messages);
  const currentRoom = roomOf(path);
  const counts: { [room in RoomId]?: { count: number; text: string } } = {
    tables: { count: runningTables, text: t('tables_running', { count: runningTables }) },
    inbox: { count: unread, text: t('messages_new', { count: unread }) },
  };
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
