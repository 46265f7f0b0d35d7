import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { type Families, familyName } from '../core/families.ts';
import { formatPoints } from '../ui/format.ts';
import profileSheet from './ProfileSheet.module.css';
import profileTable from './ProfileTable.module.css';

/** Rated games by family, most played first. */
export function RecordByFamily({ profile, families }: { profile: Profile; families: Families }) {
  const { t } = useTranslation('leaderboards');
  if (profile.families.length === 0) return null;
  return (
    <section aria-labelledby="record-title">
      <div className={profileSheet.sectionHeader}>
        <h3 id="record-title">{t('record.title')}</h3>
      </div>
      <div className={profileTable.tableBox}>
        <table className={profileTable.table}>
          <thead>
            <tr>
              <th scope="col">{t('col.family')}</th>
              {(['won', 'lost', 'drawn'] as const).map((outcome) => (
                <th key={outcome} scope="col" className={profileTable.number}>
                  {t(`outcome_word.${outcome}`)}
                </th>
              ))}
              <th scope="col" className={profileTable.number}>
                {t('col.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {profile.families.map(({ family, won, lost, drawn, points }) => (
              <tr key={family}>
                <th scope="row">{familyName(families, family)}</th>
                <td className={profileTable.number}>{won}</td>
                <td className={profileTable.number}>{lost}</td>
                <td className={profileTable.number}>{drawn}</td>
                <td className={`${profileTable.number} strong`}>{formatPoints(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
