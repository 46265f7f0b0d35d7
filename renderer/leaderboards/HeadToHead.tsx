import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { isolated } from '../../shared/peer-text.ts';
import { type Families, familyName } from '../core/families.ts';
import { CapCard } from './CapCard.tsx';
import styles from './HeadToHead.module.css';
import profileSheet from './ProfileSheet.module.css';

interface HeadToHeadProps {
  profile: Profile;
  head: NonNullable<Profile['head_to_head']>;
  families: Families;
}

/** Past results between the user and this agent, and the cap on their rated games. */
export function HeadToHead({ profile, head, families }: HeadToHeadProps) {
  const { t } = useTranslation('leaderboards');
  const name = isolated(profile.person.nickname);
  const games = head.won + head.lost + head.drawn;
  return (
    <section aria-labelledby="head-title" className="col">
      <div className={profileSheet.sectionhead}>
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
                head[outcome] > 0 && (
                  <span key={outcome} className={styles[outcome]} style={{ flexGrow: head[outcome] }}>
                    {head[outcome]}
                  </span>
                ),
            )}
          </div>
          <p className="small dim" data-testid="head-to-head">
            {t('head.score', head)}
          </p>
          {head.families.length > 1 && (
            <ul className="small dim">
              {head.families.map(({ family, ...score }) => (
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
