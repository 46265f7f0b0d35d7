import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useTables } from './context.tsx';
import styles from './Rail.module.css';
import { roomOf, rooms } from './rooms.ts';

export function Rail() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const compact = useMediaQuery('(max-width: 1099px)');
  const runningTables = useTables(
    (tables) => [...tables.values()].filter((table) => table.phase === 'playing' || table.phase === 'joining').length,
  );
  const here = roomOf(path);
  return (
    <nav className={`${styles.rail} onwood`} aria-label={t('rooms')} data-region="rail">
      {rooms.map(({ id, path: to, Icon }) => (
        <Tooltip key={id} label={t(`room.${id}`)} position="right" disabled={!compact}>
          <Link href={to} className={styles.room} aria-current={here === id ? 'page' : undefined}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span className={styles.name}>{t(`room.${id}`)}</span>
            {id === 'tables' && runningTables > 0 && (
              <span className={styles.count}>
                <span aria-hidden="true">{runningTables}</span>
                <span className="offscreen">{t('tables_running', { count: runningTables })}</span>
              </span>
            )}
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}
