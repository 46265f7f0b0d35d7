import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useContactNames } from '../core/context.tsx';
import { useSteady } from '../notices/use-steady.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import type { ActiveContact } from './active-contacts.ts';
import { ContactRow } from './ContactRow.tsx';
import styles from './ContactRows.module.css';

/** Contacts without a table that are listed; the inbox lists all. */
const idleMax = 30;

/**
 * Contacts: those who wait for somebody, then the others by name. What they begin while the pointer or the focus is in the list is shown
 * afterwards: it changes the order and the buttons.
 */
export function ContactRows({ active }: { active: readonly ActiveContact[] }) {
  const { t } = useTranslation('lobby');
  const contacts = useContactNames();
  const list = useRef<HTMLUListElement>(null);
  const steady = useSteady(list, active);
  const rows = useMemo(() => {
    // Whom the user blocks or removes is gone at once.
    const listed = steady.filter(({ public_key }) => contacts.get(public_key)?.blocked === false);
    const activeKeys = new Set(listed.map(({ public_key }) => public_key));
    const idle = [...contacts.values()]
      .filter(({ public_key, blocked }) => !blocked && !activeKeys.has(public_key))
      .sort((a, b) => a.name.localeCompare(b.name));
    return [...listed, ...idle.slice(0, idleMax).map((contact) => ({ ...contact, doing: null }))];
  }, [contacts, steady]);
  const duplicates = duplicateNames(rows.map(({ public_key, name }) => ({ public_key, nickname: name })));
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={t('contacts.title')}>
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
