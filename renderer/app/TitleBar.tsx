import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../look/Wordmark.tsx';
import { useApp } from './context.tsx';
import styles from './Frame.module.css';

interface TitleBarProps {
  /** Opens the sheet with the 24 words. */
  onWords(): void;
}

export function TitleBar({ onWords }: TitleBarProps) {
  const { t } = useTranslation();
  const due = useApp((app) => app.words_due && app.identity?.words_confirmed === false);
  return (
    <header className={`${styles.titlebar} onwood`}>
      <span className={styles.wordmark}>
        <Mark size={20} />
        Parlor
      </span>
      {due && (
        <button type="button" className={`${styles.wordsbadge} end`} onClick={onWords}>
          <IconFileText size={17} stroke={1.75} aria-hidden="true" />
          {t('words_badge')}
        </button>
      )}
    </header>
  );
}
