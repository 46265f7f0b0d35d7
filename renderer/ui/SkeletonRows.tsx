import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommunityName } from '../core/community-name.ts';
import styles from './SkeletonRows.module.css';

/** Placeholder of a loading list: rows after 300 ms, a message after 4 s. */
export function SkeletonRows({ rows = 4, className }: { rows?: number; className?: string | undefined }) {
  const { t } = useTranslation();
  const community = useCommunityName();
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
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
          <div key={row} className={`${styles.row} row gap3`}>
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
