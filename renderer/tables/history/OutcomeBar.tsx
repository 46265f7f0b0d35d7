import { useTranslation } from 'react-i18next';
import { type Tally, tableEnds } from '../../../shared/bridge/contract.ts';
import styles from './OutcomeBar.module.css';

/** A tally as words and as a bar. */
export function OutcomeBar({ tally }: { tally: Tally }) {
  const { t } = useTranslation('tables');
  const ends = tableEnds.filter((end) => tally[end] > 0);
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {ends.map((end) => (
          <span key={end} className={styles[end]} style={{ flexGrow: tally[end] }} />
        ))}
      </div>
      <ul className={`row wrap ${styles.words}`}>
        {ends.map((end) => (
          <li key={end} className="row">
            <span className={`${styles.key} ${styles[end]}`} aria-hidden="true" />
            {t(`filter.end.${end}`)} <b>{tally[end]}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
