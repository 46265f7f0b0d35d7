import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { type Families, familyName } from '../core/families.ts';
import { Segments } from '../ui/Segments.tsx';
import { Select } from '../ui/Select.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { GamesTable } from './GamesTable.tsx';
import { LoadProblem } from './LoadProblem.tsx';
import profileSheet from './ProfileSheet.module.css';
import { useGames } from './queries.ts';
import { RatingChart } from './RatingChart.tsx';
import styles from './RatingHistory.module.css';
import { ratingPoints, since } from './rating-chart.ts';

const spans = ['month', 'all'] as const;
const monthMs = 30 * 86_400_000;

/** The rating history as a chart and, on request, a table. */
export function RatingHistory({ profile, families }: { profile: Profile; families: Families }) {
  const { t } = useTranslation('leaderboards');
  const [family, setFamily] = useState<string | null>(null);
  const [span, setSpan] = useState<(typeof spans)[number]>('all');
  const [showTable, setShowTable] = useState(false);
  const [openedAt] = useState(Date.now);
  const played = useGames(profile.agent.public_key, family);

  const loaded = played.data?.pages.flatMap(({ games }) => games) ?? [];
  const shown = span === 'all' ? loaded : since(loaded, openedAt - monthMs);
  const gained = family === null ? null : (profile.families.find((each) => each.family === family)?.points ?? 0);
  const points = ratingPoints(shown, gained);
  const canLoadOlder = played.hasNextPage && shown.length === loaded.length;
  return (
    <section aria-labelledby="history-title">
      <div className={profileSheet.sectionhead}>
        <h3 id="history-title">{t('history.title')}</h3>
        {loaded.length > 1 && (
          <span className="end">
            <Segments
              label={t('history.span')}
              value={span}
              options={spans.map((value) => ({ value, label: t(`history.${value}`) }))}
              onChange={(value) => setSpan(value)}
            />
          </span>
        )}
        {profile.families.length > 1 && (
          <Select
            label={t('family')}
            value={family ?? ''}
            options={[
              { value: '', label: t('all_games') },
              ...profile.families.map((each) => ({ value: each.family, label: familyName(families, each.family) })),
            ]}
            onChange={(value) => setFamily(value === '' ? null : value)}
          />
        )}
      </div>
      {played.isPending ? (
        <SkeletonRows rows={2} />
      ) : played.isError && loaded.length === 0 ? (
        <LoadProblem error={played.error} onRetry={() => void played.refetch()} />
      ) : points.length === 0 ? (
        <p className="small dim">{t(loaded.length === 0 ? 'history.none' : 'history.none_month')}</p>
      ) : (
        <RatingChart key={`${family} ${span}`} points={points} />
      )}
      {shown.length > 0 && (
        <p className={styles.links}>
          <TextButton aria-expanded={showTable} onClick={() => setShowTable(!showTable)}>
            {t(showTable ? 'history.hide_table' : 'history.as_table')}
          </TextButton>
          {canLoadOlder && (
            <TextButton disabled={played.isFetchingNextPage} onClick={() => void played.fetchNextPage()}>
              {t(played.isFetchingNextPage ? 'loading' : 'history.older')}
            </TextButton>
          )}
        </p>
      )}
      {showTable && shown.length > 0 && <GamesTable points={points} families={families} />}
    </section>
  );
}
