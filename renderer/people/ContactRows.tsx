import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useContactNames } from '../core/context.tsx';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import type { ActiveContact } from './active-contacts.ts';
import { ContactRow } from './ContactRow.tsx';
import styles from './ContactRows.module.css';

/** Contacts without a table that are listed; the inbox lists all. */
const idleMax = 30;

/** Contacts: those who wait for somebody, then the others by name. */
export function ContactRows({ active }: { active: readonly ActiveContact[] }) {
  const { t } = useTranslation('lobby');
  const contacts = useContactNames();
  const idle = useMemo(() => {
    const activeKeys = new Set(active.map(({ public_key }) => public_key));
    return [...contacts.values()]
      .filter(({ public_key, blocked }) => !blocked && !activeKeys.has(public_key))
      .sort((a, b) => a.name.localeCompare(b.name));
  }, [contacts, active]);
  const rows = [...active, ...idle.slice(0, idleMax).map((contact) => ({ ...contact, doing: null }))];
  const duplicates = duplicateNames(rows.map(({ public_key, name }) => ({ public_key, nickname: name })));
  return (
    <>
      <ul className={styles.rows} aria-label={t('contacts.title')}>
        {rows.map(({ public_key, name, doing }) => (
          <ContactRow
            key={public_key}
            publicKey={public_key}
            name={name}
            doing={doing}
            showKey={isDuplicate(duplicates, name)}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="small dim">{t('contacts.none')}</p>}
      <p className={`${styles.foot} small dim`}>
        {t('contacts.seen')} <Link href="/inbox/contacts">{t('contacts.all')}</Link>
      </p>
    </>
  );
}
