import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import styles from './StillRows.module.css';

/** A list on its way: still rows after 300 ms, and after 4 s a word about it. */
export function StillRows({ rows = 4, className }: { rows?: number; className?: string | undefined }) {
  const { t } = useTranslation();
  const community = useApp((app) => app.community.name);
  const [waited, setWaited] = useState<'no' | 'some' | 'long'>('no');
  useEffect(() => {
    const some = setTimeout(() => setWaited('some'), 300);
    const long = setTimeout(() => setWaited('long'), 4000);
    return () => {
      clearTimeout(some);
      clearTimeout(long);
    };
  }, []);
  return (
    <div className={className} aria-busy="true">
      {waited !== 'no' &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={row} className={styles.row}>
            <i />
            <i />
          </div>
        ))}
      <p className={`${styles.note} small faint`} role="status">
        {waited === 'long' ? t('slow', { community }) : ''}
      </p>
    </div>
  );
}
