import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '../look/Kbd.tsx';
import { Mark } from '../look/Wordmark.tsx';
import { keysHere } from '../palette/commands.ts';
import { useApp } from './context.tsx';
import styles from './Frame.module.css';

interface TitleBarProps {
  /** Opens the sheet with the 24 words. */
  onWords(): void;
  /** Opens the list of all commands. */
  onPalette(): void;
}

export function TitleBar({ onWords, onPalette }: TitleBarProps) {
  const { t } = useTranslation();
  const { t: palette } = useTranslation('palette');
  const web = useApp((app) => app.shell === 'web');
  const due = useApp((app) => app.words_due && app.identity?.words_confirmed === false);
  return (
    <header className={`${styles.titlebar} onwood`}>
      <span className={styles.wordmark}>
        <Mark size={20} />
        Parlor
      </span>
      <button type="button" className={styles.command} onClick={onPalette}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className="cut">{palette('bar')}</span>
        <span className="end">
          <Kbd>{keysHere('Ctrl K', web)}</Kbd>
        </span>
      </button>
      {due && (
        <button type="button" className={`${styles.wordsbadge} end`} onClick={onWords}>
          <IconFileText size={17} stroke={1.75} aria-hidden="true" />
          {t('words_badge')}
        </button>
      )}
    </header>
  );
}
