import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../core/context.tsx';
import { rooms } from '../core/rooms.ts';
import { shortcuts } from '../core/shortcuts.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import styles from './Frame.module.css';
import { useRoomCounts } from './room-counts.ts';

interface TitleBarProps {
  /** Opens the recovery phrase dialog. */
  onRecoveryPhrase(): void;
  /** Opens the command palette. */
  onPalette(): void;
}

export function TitleBar({ onRecoveryPhrase, onPalette }: TitleBarProps) {
  const { t } = useTranslation();
  // The reminder to write down the recovery phrase.
  const reminderDue = useApp((app) => app.words_due && app.identity?.words_confirmed === false);
  return (
    <header id="title-bar" className={`${styles.titlebar} row gap3 on-wood`}>
      <span className={`${styles.wordmark} row`}>
        <Logo size={20} />
        Parlor
      </span>
      <FrameMenu reminderDue={reminderDue} onRecoveryPhrase={onRecoveryPhrase} onPalette={onPalette} />
      <button type="button" className={`${styles.command} row`} onClick={onPalette}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className="truncate">{t('search')}</span>
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

/** The rooms and the title bar's own actions, where a low window shows a table without title bar, rail and status bar. */
function FrameMenu({ reminderDue, onRecoveryPhrase, onPalette }: TitleBarProps & { reminderDue: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const counts = useRoomCounts();
  const items: MenuItem[] = [
    ...rooms.map(({ id, path, Icon }) => ({
      id,
      label: t(`room.${id}`),
      icon: <Icon size={18} stroke={1.75} aria-hidden="true" />,
      note: counts[id]?.count ? counts[id].text : undefined,
      onSelect: () => navigate(path),
    })),
    {
      id: 'search',
      label: t('search'),
      icon: <IconSearch size={18} stroke={1.75} aria-hidden="true" />,
      onSelect: onPalette,
    },
    ...(reminderDue
      ? [
          {
            id: 'words',
            label: t('words_badge'),
            icon: <IconFileText size={18} stroke={1.75} aria-hidden="true" />,
            onSelect: onRecoveryPhrase,
          },
        ]
      : []),
  ];
  return (
    <Menu items={items} position="bottom-start">
      <button type="button" className={styles.mark} aria-label={t('menu')}>
        <Logo size={22} />
      </button>
    </Menu>
  );
}
