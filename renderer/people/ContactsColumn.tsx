import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePainted } from '../core/use-painted.ts';
import { MomentsPlace } from '../notices/MomentsPlace.tsx';
import { countWaiting } from './active-contacts.ts';
import { ContactRows } from './ContactRows.tsx';
import styles from './ContactsColumn.module.css';
import { useActiveContacts } from './use-active-contacts.ts';

/** Beside the lobby's list: the user's contacts, first those who wait. */
export const ContactsColumn = memo(function ContactsColumn() {
  const { t } = useTranslation('lobby');
  const active = useActiveContacts();
  // With thousands of contacts, the tables appear first.
  const showsRows = usePainted();
  return (
    <section className={styles.column} data-people="column" aria-labelledby="contacts-title">
      <MomentsPlace />
      <div className={`${styles.head} row`}>
        <h2 id="contacts-title" className="h3 grow">
          {t('contacts.title')}
        </h2>
        <span className="small faint">{t('contacts.waiting', { count: countWaiting(active) })}</span>
      </div>
      {showsRows && <ContactRows active={active} />}
    </section>
  );
});
