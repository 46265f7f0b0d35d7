import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../bridge/connection.ts';
import styles from './Frame.module.css';

/** The window's own line to main is down and being tried again. */
export function LineNotice() {
  const { t } = useTranslation();
  const line = useSyncExternalStore(connection.subscribe, connection.get);
  if (line !== 'lost') return null;
  return (
    <div className={styles.banner} role="alert">
      <IconPlugConnectedX size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{t('line_lost.title')}</b> {t('line_lost.body')}
      </span>
    </div>
  );
}
