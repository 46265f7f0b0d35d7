import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { communityClock } from '../core/clock.ts';
import { type Families, familyName } from '../core/families.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
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
import { type ChartPoint, gamesSince, type RatingPoint, ratingPoints } from './rating-chart.ts';

const spans = ['month', 'all'] as const;
const monthMs = 30 * 86_400_000;

/** The rating history as a chart and, on request, a table. */
export function RatingHistory({ profile, families }: { profile: Profile; families: Families }) {
  const { t, i18n } = useTranslation('leaderboards');
  const [family, setFamily] = useState<string | null>(null);
  const [span, setSpan] = useState<(typeof spans)[number]>('all');
  const [showTable, setShowTable] = useState(false);
  const [openedAt] = useState(communityClock.now);
  const gamesQuery = useGames(profile.agent.public_key, family);

  const loadedGames = gamesQuery.data?.pages.flatMap(({ games }) => games) ?? [];
  const visibleGames = span === 'all' ? loadedGames : gamesSince(loadedGames, openedAt - monthMs);
  const familyPoints =
    family === null ? null : (profile.families.find((entry) => entry.family === family)?.points ?? 0);
  const points = ratingPoints(visibleGames, familyPoints);
  const chartPoint = ({ game, value }: RatingPoint): ChartPoint => ({
    value,
    at: game?.decided_at ?? null,
    text:
      game === null
        ? t('history.before', { rating: value })
        : t(game.reason === 'capped' ? 'history.point_capped' : 'history.point', {
            when: formatDayTime(i18n.language, game.decided_at),
            outcome: t(`outcome.${game.outcome}`),
            name: isolatedName(game.opponent_nickname),
            delta: formatPoints(game.delta),
            rating: value,
          }),
  });
  const canLoadOlder = gamesQuery.hasNextPage && visibleGames.length === loadedGames.length;
  return (
    <section aria-labelledby="history-title">
      <div className={profileSheet.sectionHeader}>
        <h3 id="history-title">{t('history.title')}</h3>
        {loadedGames.length > 1 && (
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
              ...profile.families.map((entry) => ({ value: entry.family, label: familyName(families, entry.family) })),
            ]}
            onChange={(value) => setFamily(value === '' ? null : value)}
          />
        )}
      </div>
      {gamesQuery.isPending ? (
        <SkeletonRows rows={2} />
      ) : gamesQuery.isError && loadedGames.length === 0 ? (
        <LoadProblem error={gamesQuery.error} onRetry={() => void gamesQuery.refetch()} />
      ) : points.length === 0 ? (
        <p className="small dim">{t(loadedGames.length === 0 ? 'history.none' : 'history.none_month')}</p>
      ) : (
        <RatingChart key={`${family} ${span}`} points={points.map(chartPoint)} />
      )}
      {visibleGames.length > 0 && (
        <p className={styles.links}>
          <TextButton aria-expanded={showTable} onClick={() => setShowTable(!showTable)}>
            {t(showTable ? 'history.hide_table' : 'history.as_table')}
          </TextButton>
          {canLoadOlder && (
            <TextButton disabled={gamesQuery.isFetchingNextPage} onClick={() => void gamesQuery.fetchNextPage()}>
              {t(gamesQuery.isFetchingNextPage ? 'loading' : 'history.older')}
            </TextButton>
          )}
        </p>
      )}
      {showTable && visibleGames.length > 0 && <GamesTable points={points} families={families} />}
    </section>
  );
}
