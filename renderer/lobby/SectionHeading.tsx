import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countWaiting } from '../people/active-contacts.ts';
import { useActiveContacts } from '../people/use-active-contacts.ts';
import styles from './LobbyRow.module.css';
import { type LobbyItem, type Section, sectionOf } from './order.ts';

interface SectionHeadingProps {
  section: Section;
  /** Of the whole list. */
  items: readonly LobbyItem[];
  contacts: ReadonlySet<string>;
}

/** The title of a section of the list, and how many wait there: contacts, counted as in the column beside it, or open tables. */
export function SectionHeading({ section, items, contacts }: SectionHeadingProps) {
  const { t } = useTranslation('lobby');
  const waitingContacts = countWaiting(useActiveContacts());
  const openTables = useMemo(() => {
    const entries = items.flatMap((item) => (item.kind === 'group' ? item.entries : item.nested ? [] : [item.entry]));
    return entries.filter((entry) => !entry.for_me && sectionOf(entry, contacts) === section).length;
  }, [items, contacts, section]);
  return (
    <div className={styles.heading}>
      <h2 className="small">{t(`section.${section}`)}</h2>
      <span className="small faint">
        {section === 'house'
          ? t('section.house_note')
          : t('section.waiting', { count: section === 'contacts' ? waitingContacts : openTables })}
      </span>
    </div>
  );
}
