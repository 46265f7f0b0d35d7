import { IconAddressBook, IconCards, IconDoor, IconSend, IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Inbox } from '../../shared/bridge/contract.ts';
import styles from './Inbox.module.css';
import { doors, type Shelf, unreadCount } from './letters.ts';
import { shelfPath } from './place.ts';

const shelves = [
  { id: 'known', Icon: IconStar },
  { id: 'played', Icon: IconCards },
  { id: 'unknown', Icon: IconDoor },
  { id: 'sent', Icon: IconSend },
  { id: 'contacts', Icon: IconAddressBook },
] as const;

interface DoorsProps {
  inbox: Pick<Inbox, 'letters' | 'sent' | 'contacts'>;
  shelf: Shelf;
  onPick(): void;
}

/** The three doors, and what lies beside them; in a small window they are tabs. */
export function Doors({ inbox, shelf, onPick }: DoorsProps) {
  const { t } = useTranslation('inbox');
  return (
    <nav className={styles.shelves} aria-label={t('shelves')}>
      {shelves.map(({ id, Icon }) => {
        const letters = inbox.letters.filter(({ door }) => door === id);
        const unread = unreadCount(letters);
        const count = id === 'sent' || id === 'contacts' ? inbox[id].length : letters.length;
        return (
          <Link
            key={id}
            href={shelfPath(id)}
            className={styles.shelf}
            data-shelf={id}
            data-apart={id === 'sent' || undefined}
            aria-current={shelf === id ? 'page' : undefined}
            onClick={onPick}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <span className={styles.shelfname}>{t(`shelf.${id}.title`)}</span>
            {unread > 0 ? (
              <b className="small nowrap">{t('new_count', { count: unread })}</b>
            ) : (
              count > 0 && (
                <span className="small dim">
                  <span aria-hidden="true">{count}</span>
                  <span className="offscreen">
                    {(doors as readonly string[]).includes(id) ? t('letters', { count }) : count}
                  </span>
                </span>
              )
            )}
            <span className={`${styles.shelfnote} small dim`}>{t(`shelf.${id}.note`)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
