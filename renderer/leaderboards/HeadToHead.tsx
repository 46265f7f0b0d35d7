import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { type Families, familyName } from '../core/families.ts';
import { CapCard } from './CapCard.tsx';
import styles from './HeadToHead.module.css';
import profileSheet from './ProfileSheet.module.css';

interface HeadToHeadProps {
  profile: Profile;
  headToHead: NonNullable<Profile['head_to_head']>;
  families: Families;
}

/** Past results between the user and this agent, and the cap on their rated games. */
export function HeadToHead({ profile, headToHead, families }: HeadToHeadProps) {
  const { t } = useTranslation('leaderboards');
  const name = isolatedName(profile.person.nickname);
  const games = headToHead.won + headToHead.lost + headToHead.drawn;
  return (
    <section aria-labelledby="head-title" className="col">
      <div className={profileSheet.sectionHeader}>
        <h3 id="head-title">{t('head.title', { name })}</h3>
        {games > 0 && <span className="end small faint">{t('head.games', { count: games })}</span>}
      </div>
      {games === 0 ? (
        <p className="small dim">{t('head.none')}</p>
      ) : (
        <>
          <div className={styles.bar} aria-hidden="true">
            {(['won', 'drawn', 'lost'] as const).map(
              (outcome) =>
                headToHead[outcome] > 0 && (
                  <span key={outcome} className={styles[outcome]} style={{ flexGrow: headToHead[outcome] }}>
                    {headToHead[outcome]}
                  </span>
                ),
            )}
          </div>
          <p className="small dim" data-testid="head-to-head">
            {t('head.score', headToHead)}
          </p>
          {headToHead.families.length > 1 && (
            <ul className="small dim">
              {headToHead.families.map(({ family, ...score }) => (
                <li key={family}>
                  <b>{familyName(families, family)}</b> {t('head.score_short', score)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {profile.cap && profile.cap.used > 0 && <CapCard cap={profile.cap} peer={profile.person} />}
    </section>
  );
}
