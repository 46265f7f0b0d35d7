import { useTranslation } from 'react-i18next';
import { countWaiting } from '../people/active-contacts.ts';
import { useActiveContacts } from '../people/use-active-contacts.ts';
import styles from './LobbyRow.module.css';
import type { Section } from './order.ts';

interface SectionHeadingProps {
  section: Section;
  /** Its tables. */
  count: number;
}

/** The title of a section of the list, and how many wait there: contacts, counted as in the column beside it, or open tables. */
export function SectionHeading({ section, count }: SectionHeadingProps) {
  const { t } = useTranslation('lobby');
  const waitingContacts = countWaiting(useActiveContacts());
  return (
    <div className={styles.heading}>
      <h2 className="small">{t(`section.${section}`)}</h2>
      <span className="small faint">
        {section === 'house'
          ? t('section.house_note')
          : t('section.waiting', { count: section === 'contacts' ? waitingContacts : count })}
      </span>
    </div>
  );
}
