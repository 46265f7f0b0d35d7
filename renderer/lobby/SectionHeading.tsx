import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LobbyRow.module.css';
import type { LobbyItem, Section } from './order.ts';

/** The number of tables of other people and agents that can be joined. */
function countWaiting(items: readonly LobbyItem[]): number {
  const entries = items.flatMap((item) => (item.kind === 'group' ? item.entries : item.nested ? [] : [item.entry]));
  return entries.filter(({ house, refusal }) => !house && refusal === null).length;
}

/** The title of a part of the list, above its first row. */
export function SectionHeading({ section, items }: { section: Section; items: readonly LobbyItem[] }) {
  const { t } = useTranslation('lobby');
  const waitingCount = useMemo(() => countWaiting(items), [items]);
  return (
    <div className={styles.heading}>
      <h2 className="small">{t(`section.${section}`)}</h2>
      <span className="small faint">
        {section === 'house' ? t('section.house_note') : t('section.waiting', { count: waitingCount })}
      </span>
    </div>
  );
}
