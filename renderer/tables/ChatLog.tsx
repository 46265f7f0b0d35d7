import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import styles from './ChatLog.module.css';
import { useSeats } from './seats.ts';
import viewParts from './ViewParts.module.css';

/** Chat messages, newest last. Each message sets its own text direction. */
export function ChatLog({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { nameOf } = useSeats(table);
  return (
    <div className={viewParts.block}>
      <h3 className={viewParts.fieldName}>{t('talk.title')}</h3>
      {table.talk.length === 0 && <p className="small faint">{t('talk.none')}</p>}
      <ol className={styles.messages} aria-live="polite" data-testid="talk">
        {table.talk.map(({ number, by, text }) => (
          <li key={number} data-by={by === table.role ? 'me' : 'peer'}>
            <b className="small">{nameOf(by)}</b>
            <span className={styles.text} dir="auto">
              {escapeInvisible(text)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
