import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Tally, tableEnds } from '../../../shared/bridge/contract.ts';
import profileTable from '../../leaderboards/ProfileTable.module.css';
import { scoreOf } from './score.ts';
import styles from './TallyTable.module.css';

interface TallyTableProps {
  caption: string;
  /** Heading of the first column. */
  heading: string;
  rows: readonly { key: string; title: ReactNode; tally: Tally }[];
}

const colors = { won: 'good', lost: 'bad', drawn: '', unfinished: 'faint' };

/** How games ended, by game, opponent or opening. */
export function TallyTable({ caption, heading, rows }: TallyTableProps) {
  const { t, i18n } = useTranslation('history');
  const { t: tTables } = useTranslation('tables');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <div className={`${profileTable.tableBox} ${styles.box}`}>
      <table className={profileTable.table}>
        <caption className="offscreen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {tableEnds.map((end) => (
              <th key={end} scope="col" className={profileTable.number}>
                {tTables(`filter.end.${end}`)}
              </th>
            ))}
            <th scope="col" className={profileTable.number} title={t('score_means')}>
              {t('score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, tally }) => {
            const score = scoreOf(tally);
            return (
              <tr key={key}>
                <th scope="row" className={styles.title}>
                  {title}
                </th>
                {tableEnds.map((end) => (
                  <td key={end} className={`${profileTable.number} ${tally[end] === 0 ? 'faint' : colors[end]}`}>
                    {tally[end]}
                  </td>
                ))}
                <td className={`${profileTable.number} strong`}>{score === null ? '–' : percent.format(score)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
