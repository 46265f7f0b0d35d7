import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { isolated, visible } from '../look/peer-text.ts';
import styles from './PlainView.module.css';

/** What was said at a table, newest last. Words of a stranger stay text, each line with a direction of its own. */
export function Talk({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const peer = isolated(table.peer.nickname);
  return (
    <div className={styles.block}>
      <h3 className={styles.fieldname}>{t('talk.title')}</h3>
      {table.talk.length === 0 && <p className="small faint">{t('talk.none')}</p>}
      <ol className={styles.talk} aria-live="polite" data-testid="talk">
        {table.talk.map(({ number, by, text }) => (
          <li key={number} data-by={by === table.role ? 'me' : 'peer'}>
            <b className="small">{by === table.role ? t('you') : peer}</b>
            <span className={styles.said} dir="auto">
              {visible(text)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
