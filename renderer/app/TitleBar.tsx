import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { shortcuts } from '../core/shortcuts.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './Frame.module.css';

interface TitleBarProps {
  /** Opens the recovery phrase dialog. */
  onRecoveryPhrase(): void;
  /** Opens the command palette. */
  onPalette(): void;
}

export function TitleBar({ onRecoveryPhrase, onPalette }: TitleBarProps) {
  const { t } = useTranslation();
  const { t: tPalette } = useTranslation('palette');
  // The reminder to write down the recovery phrase.
  const reminderDue = useApp((app) => app.words_due && app.identity?.words_confirmed === false);
  return (
    <header className={`${styles.titlebar} row gap3 on-wood`}>
      <span className={`${styles.wordmark} row`}>
        <Logo size={20} />
        Parlor
      </span>
      <button type="button" className={`${styles.command} row`} onClick={onPalette}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className="truncate">{tPalette('bar')}</span>
        <span className="end">
          <Kbd>{shortcuts.everywhere.palette}</Kbd>
        </span>
      </button>
      {reminderDue && (
        <button
          type="button"
          className={`${styles.backup} end`}
          aria-label={t('words_badge')}
          title={t('words_badge')}
          onClick={onRecoveryPhrase}
        >
          <IconFileText size={17} stroke={1.75} aria-hidden="true" />
          <span className={styles.backupname}>{t('words_badge')}</span>
        </button>
      )}
    </header>
  );
}
