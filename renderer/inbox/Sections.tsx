import { IconAddressBook, IconBan, IconMessages, IconUserPlus, IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Section, sectionPath } from './path.ts';
import styles from './Sections.module.css';

const icons = {
  people: IconMessages,
  requests: IconUserPlus,
  unverified: IconUserQuestion,
  contacts: IconAddressBook,
  blocked: IconBan,
};

export interface SectionCount {
  id: Section;
  count: number;
  unread: number;
}

interface SectionsProps {
  counts: readonly SectionCount[];
  section: Section;
  onPick(): void;
}

/** The sections of the inbox; shown as tabs in a small window. */
export function Sections({ counts, section, onPick }: SectionsProps) {
  const { t } = useTranslation('inbox');
  return (
    <nav className={styles.sections} aria-label={t('sections')}>
      {counts.map(({ id, count, unread }) => {
        const Icon = icons[id];
        return (
          <Link
            key={id}
            href={sectionPath(id)}
            className={styles.section}
            data-section={id}
            data-apart={id === 'contacts' || undefined}
            aria-current={section === id ? 'page' : undefined}
            onClick={onPick}
          >
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <span className={styles.name}>{t(`section.${id}.title`)}</span>
            {unread > 0 ? (
              <b className="small nowrap">{t('new_count', { count: unread })}</b>
            ) : (
              count > 0 && <span className="small dim">{count}</span>
            )}
            <span className={`${styles.note} small dim`}>{t(`section.${id}.note`)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
