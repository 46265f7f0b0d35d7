import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { present, unreadCount } from '../inbox/letters.ts';
import { useInbox, useTables } from './context.tsx';
import styles from './Rail.module.css';
import { type RoomId, roomOf, rooms } from './rooms.ts';
import { useLeaving } from './toast.ts';

export function Rail() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const compact = useMediaQuery('(max-width: 1099px)');
  const runningTables = useTables(
    (tables) => [...tables.values()].filter((table) => table.phase === 'playing' || table.phase === 'joining').length,
  );
  const inbox = useInbox((state) => state);
  const leaving = useLeaving();
  const unread = unreadCount(present(inbox, leaving).letters);
  const here = roomOf(path);
  const counts: { [room in RoomId]?: { count: number; words: string } } = {
    tables: { count: runningTables, words: t('tables_running', { count: runningTables }) },
    inbox: { count: unread, words: t('letters_new', { count: unread }) },
  };
  return (
    <nav className={`${styles.rail} onwood`} aria-label={t('rooms')} data-region="rail">
      {rooms.map(({ id, path: to, Icon }) => (
        <Tooltip key={id} label={t(`room.${id}`)} position="right" disabled={!compact}>
          <Link href={to} className={styles.room} aria-current={here === id ? 'page' : undefined}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={styles.name}>{t(`room.${id}`)}</span>
            <Count {...counts[id]} />
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}

function Count({ count = 0, words = '' }: { count?: number; words?: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="offscreen">{words}</span>
    </span>
  );
}
