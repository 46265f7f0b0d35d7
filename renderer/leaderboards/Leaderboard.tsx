import { IconDeviceLaptop, IconTrophy } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useIsRegistered } from '../core/agent-profile.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp } from '../core/context.tsx';
import { type Families, familyName } from '../core/families.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useCommunityTrouble } from '../ui/problem-text.ts';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import styles from './Leaderboard.module.css';
import leaderboardTable from './LeaderboardTable.module.css';
import { LeaderboardTable, type LeaderboardTableHandle } from './LeaderboardTable.tsx';
import loadProblem from './LoadProblem.module.css';
import { LoadProblem, NotRegistered } from './LoadProblem.tsx';
import { type LeaderboardKind, mergePages, splitAtGap } from './leaderboard.ts';
import { OwnRank } from './OwnRank.tsx';
import { useLeaderboard, useOwnSurroundings } from './queries.ts';

interface LeaderboardProps {
  kind: LeaderboardKind;
  family: string | null;
  families: Families;
  /** The agent whose profile is open. */
  openKey: string | null;
}

/** A leaderboard. Users who are ranked far below see the top rows and those around their own, with a gap between. */
export function Leaderboard({ kind, family, families, openKey }: LeaderboardProps) {
  const { t } = useTranslation('leaderboards');
  const [, navigate] = useLocation();
  const registered = useIsRegistered();
  const topQuery = useLeaderboard(kind, family);
  const surroundingsQuery = useOwnSurroundings(kind, family);
  const [showAll, setShowAll] = useState(false);
  const [searching, setSearching] = useState(false);
  const [ownVisible, setOwnVisible] = useState(false);
  const community = useApp((app) => app.community);
  const communityName = useCommunityName();
  const trouble = useCommunityTrouble();
  const tableRef = useRef<LeaderboardTableHandle>(null);

  const topRows = useMemo(() => mergePages(topQuery.data?.pages.map(({ rows }) => rows) ?? []), [topQuery.data]);
  const surroundingRows = useMemo(
    () => mergePages(surroundingsQuery.data?.pages.map(({ rows }) => rows) ?? []),
    [surroundingsQuery.data],
  );
  const gap = useMemo(
    () => (showAll ? null : splitAtGap(topRows, surroundingRows)),
    [showAll, topRows, surroundingRows],
  );
  const rows = useMemo(() => (gap ? [...gap.head, ...gap.near] : topRows), [gap, topRows]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, error } = gap ? surroundingsQuery : topQuery;
  const ownRow = rows.find((row) => row.own);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  // Scrolls to the user's row; loads further pages until it is found, in case its surroundings could not be loaded.
  useEffect(() => {
    if (!searching) return;
    if (ownRow) {
      setSearching(false);
      tableRef.current?.focusAgent(ownRow.public_key);
    } else if (!hasNextPage || isFetchNextPageError) setSearching(false);
    else loadMore();
  }, [searching, ownRow, hasNextPage, isFetchNextPageError, loadMore]);

  if (!registered) return <NotRegistered />;
  // Waits for both queries, so that the gap does not appear while the user reads.
  if (topQuery.isPending || surroundingsQuery.isPending)
    return <SkeletonRows rows={8} className={leaderboardTable.list} />;
  if (topQuery.isError && rows.length === 0) {
    return (
      <div className={loadProblem.centre}>
        <LoadProblem error={topQuery.error} onRetry={() => void topQuery.refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={loadProblem.centre}>
        <EmptyState
          icon={<IconTrophy size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={
            family === null ? t(`none.${kind}.title`) : t('none.family.title', { family: familyName(families, family) })
          }
          actions={
            <Button variant="primary" onClick={() => navigate('/')}>
              {t('to_lobby')}
            </Button>
          }
        >
          {t(family === null ? `none.${kind}.body` : 'none.family.body')}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {community.status === 'offline' && (
        <p className={`row ${styles.staleNotice}`} role="status">
          <IconDeviceLaptop size={17} stroke={1.75} className="warn" aria-hidden="true" />
          {trouble?.sentence ?? t('offline.old', { community: communityName })}
        </p>
      )}
      <LeaderboardTable
        ref={tableRef}
        kind={kind}
        rows={rows}
        gapIndex={gap ? gap.head.length : null}
        openKey={openKey}
        hasMore={hasNextPage}
        onShowAll={() => setShowAll(true)}
        onNearEnd={loadMore}
        onOwnVisible={setOwnVisible}
      >
        {isFetchNextPageError && error && (
          <div className={loadProblem.centre}>
            <LoadProblem error={error} onRetry={() => void fetchNextPage()} />
          </div>
        )}
        <p className={`${styles.note} small faint measure`} role="status">
          {hasNextPage ? t('more_coming') : t(`about.${kind}`)}
        </p>
      </LeaderboardTable>
      {!ownVisible && (
        <OwnRank
          kind={kind}
          row={ownRow ?? surroundingRows.find((row) => row.own) ?? null}
          searching={searching}
          onFind={() => {
            if (!ownRow) setShowAll(false);
            setSearching(true);
          }}
          onCancel={() => setSearching(false)}
        />
      )}
    </>
  );
}
