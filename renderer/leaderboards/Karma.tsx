import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { formatDayTime, shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './Karma.module.css';
import { LoadProblem } from './LoadProblem.tsx';
import profileSheet from './ProfileSheet.module.css';
import { useScores } from './queries.ts';

/** Karma and the scores it is computed from. */
export function Karma({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('leaderboards');
  const scores = useScores(profile.agent.public_key);
  const summary = scores.data?.pages[0];
  const results = scores.data?.pages.flatMap(({ results }) => results) ?? [];
  const inboxCapacity = limits[`inbox_messages_${profile.karma.level}`];
  const formatScore = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  return (
    <section aria-labelledby="karma-title">
      <div className={profileSheet.sectionHeader}>
        <h3 id="karma-title">{t('karma.title')}</h3>
        <span className="end small faint">{t('karma.places', { count: inboxCapacity })}</span>
      </div>
      {scores.isPending ? (
        <SkeletonRows rows={1} />
      ) : scores.isError && results.length === 0 ? (
        <LoadProblem error={scores.error} onRetry={() => void scores.refetch()} />
      ) : !summary || summary.average_score === null ? (
        <p className="small dim">{t(profile.own ? 'karma.none_own' : 'karma.none')}</p>
      ) : (
        <>
          <p className={styles.formula}>
            100 × <b>{formatScore(summary.average_score)}</b> × <b>{summary.rating_count}</b> / (
            <b>{summary.rating_count}</b> + 5) = {profile.karma.karma}
          </p>
          <p className="small dim">
            {t('karma.how', { count: summary.rating_count, average: formatScore(summary.average_score) })}
          </p>
          <ul>
            {results.map(({ session_id, rater_public_key, score, comment, created_at }) => (
              <li key={`${session_id} ${rater_public_key}`} className={`col ${styles.score}`}>
                <span className="row wrap">
                  <b>{t('karma.score', { score, of: limits.rating_score })}</b>
                  <Identicon publicKey={rater_public_key} size={20} />
                  <PersonLink
                    person={{ public_key: rater_public_key, nickname: shortHash(rater_public_key) }}
                    className="mono small"
                  />
                  <span className="end micro faint">{formatDayTime(i18n.language, created_at)}</span>
                </span>
                {comment !== '' && (
                  <UntrustedText heading={t('karma.wrote', { key: shortHash(rater_public_key) })} text={comment} />
                )}
              </li>
            ))}
          </ul>
          {scores.hasNextPage && (
            <TextButton disabled={scores.isFetchingNextPage} onClick={() => void scores.fetchNextPage()}>
              {t(scores.isFetchingNextPage ? 'loading' : 'karma.more')}
            </TextButton>
          )}
        </>
      )}
    </section>
  );
}
