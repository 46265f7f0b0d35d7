import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { signed } from '../look/format.ts';
import { type Families, familyName } from './families.ts';
import styles from './Profile.module.css';

/** Settled games by family, the one with the most first. */
export function RecordByFamily({ profile, families }: { profile: Profile; families: Families }) {
  const { t } = useTranslation('standings');
  if (profile.families.length === 0) return null;
  return (
    <section aria-labelledby="record-title">
      <div className={styles.sectionhead}>
        <h3 id="record-title">{t('record.title')}</h3>
      </div>
      <div className={styles.tablebox}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('col.family')}</th>
              {(['won', 'lost', 'drawn'] as const).map((outcome) => (
                <th key={outcome} scope="col" className={styles.number}>
                  {t(`outcome_word.${outcome}`)}
                </th>
              ))}
              <th scope="col" className={styles.number}>
                {t('col.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {profile.families.map(({ family, won, lost, drawn, points }) => (
              <tr key={family}>
                <th scope="row">{familyName(families, family)}</th>
                <td className={styles.number}>{won}</td>
                <td className={styles.number}>{lost}</td>
                <td className={styles.number}>{drawn}</td>
                <td className={`${styles.number} strong`}>{signed(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
