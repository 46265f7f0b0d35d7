import { useTranslation } from 'react-i18next';
import type { Spec } from '../../shared/protocol/definition.ts';
import { Card } from '../look/Card.tsx';
import { visible } from '../look/peer-text.ts';
import { optionRows } from './messages.ts';
import styles from './Protocol.module.css';
import { useBoundWords } from './words.ts';

/** What a host may choose for a table. */
export function OptionsCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const boundWords = useBoundWords();
  const rows = optionRows(spec);
  return (
    <Card
      title={t('options')}
      state={<span className="small dim">{t('options_about')}</span>}
      bodyClassName={rows.length > 0 ? styles.flush : undefined}
    >
      {rows.length === 0 ? (
        <p className="faint">{t('no_options')}</p>
      ) : (
        <div className={styles.scroller}>
          <table className={styles.table} aria-label={t('options')}>
            <thead>
              <tr>
                <th scope="col">{t('col.option')}</th>
                <th scope="col">{t('col.type')}</th>
                <th scope="col">{t('col.allowed')}</th>
                <th scope="col">{t('col.start')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">
                    <bdi className="mono">{visible(row.name)}</bdi>
                    {row.description !== '' && <bdi className={styles.about}>{visible(row.description)}</bdi>}
                  </th>
                  <td className={`${styles.tight} dim`}>{visible(row.type)}</td>
                  <td>
                    <bdi>{boundWords(row.bounds)}</bdi>
                  </td>
                  <td>
                    {row.start === '' ? (
                      <span className="faint">{t('no_start')}</span>
                    ) : (
                      <bdi>{visible(row.start)}</bdi>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
