import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommunityName } from '../core/community-name.ts';
import styles from './SkeletonRows.module.css';

interface SkeletonRowsProps {
  rows?: number;
  className?: string | undefined;
  /** The code of the page is loading, from Parlor itself. */
  isPage?: boolean;
}

/** Placeholder of a loading list or page: space for its rows, which show after 300 ms, and a message after 4 s. */
export function SkeletonRows({ rows = 4, className, isPage = false }: SkeletonRowsProps) {
  const { t } = useTranslation();
  const community = useCommunityName();
  const [stage, setStage] = useState<'hidden' | 'rows' | 'message'>('hidden');
  useEffect(() => {
    const rowsTimer = setTimeout(() => setStage('rows'), 300);
    const messageTimer = setTimeout(() => setStage('message'), 4000);
    return () => {
      clearTimeout(rowsTimer);
      clearTimeout(messageTimer);
    };
  }, []);
  return (
    <div className={className} aria-busy="true" data-stage={stage}>
      <p className={`${styles.note} small faint`} role="status">
        {stage !== 'message' ? '' : isPage ? t('slow_page') : t('slow', { community })}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={row} className={`${styles.row} row gap3`}>
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
