import { IconDeviceLaptop, IconTrophy } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useBoard, useNear, useSeated } from './asking.ts';
import { BoardTable, type BoardTableHandle } from './BoardTable.tsx';
import { folded, joined, type Kind } from './board.ts';
import { type Families, familyName } from './families.ts';
import { OwnPlace } from './OwnPlace.tsx';
import styles from './Standings.module.css';
import { NotSeated, Trouble } from './Trouble.tsx';

interface BoardProps {
  kind: Kind;
  family: string | null;
  families: Families;
  /** Whose profile is open. */
  open: string | null;
}

/** One board. Who stands far down sees the best and the people around, and scrolls on from there. */
export function Board({ kind, family, families, open }: BoardProps) {
  const { t } = useTranslation('standings');
  const [, go] = useLocation();
  const seated = useSeated();
  const top = useBoard(kind, family);
  const near = useNear(kind, family);
  const [whole, setWhole] = useState(false);
  const [looking, setLooking] = useState(false);
  const [ownSeen, setOwnSeen] = useState(false);
  const community = useApp((app) => app.community);
  const table = useRef<BoardTableHandle>(null);

  const topRows = useMemo(() => joined(top.data?.pages.map(({ rows }) => rows) ?? []), [top.data]);
  const nearRows = useMemo(() => joined(near.data?.pages.map(({ rows }) => rows) ?? []), [near.data]);
  const fold = useMemo(() => (whole ? null : folded(topRows, nearRows)), [whole, topRows, nearRows]);
  const rows = useMemo(() => (fold ? [...fold.head, ...fold.near] : topRows), [fold, topRows]);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, error } = fold ? near : top;
  const own = rows.find((row) => row.own);

  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  // A community that can't be asked for oneself: its pages are gone through until oneself is there.
  useEffect(() => {
    if (!looking) return;
    if (own) {
      setLooking(false);
      table.current?.goTo(own.public_key);
    } else if (!hasNextPage || isFetchNextPageError) setLooking(false);
    else more();
  }, [looking, own, hasNextPage, isFetchNextPageError, more]);

  if (!seated) return <NotSeated />;
  // Both are waited for, so that the fold doesn't come between while somebody reads.
  if (top.isPending || near.isPending) return <StillRows rows={8} className={styles.list} />;
  if (top.isError && rows.length === 0) {
    return (
      <div className={styles.centre}>
        <Trouble error={top.error} onAgain={() => void top.refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={styles.centre}>
        <Empty
          icon={<IconTrophy size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={
            family === null ? t(`none.${kind}.title`) : t('none.family.title', { family: familyName(families, family) })
          }
          actions={
            <Button look="primary" onClick={() => go('/')}>
              {t('to_lobby')}
            </Button>
          }
        >
          {t(family === null ? `none.${kind}.body` : 'none.family.body')}
        </Empty>
      </div>
    );
  }
  return (
    <>
      {community.status === 'offline' && (
        <p className={styles.old} role="status">
          <IconDeviceLaptop size={17} stroke={1.75} className="warn" aria-hidden="true" />
          {t('offline.old', { community: community.name })}
        </p>
      )}
      <BoardTable
        ref={table}
        kind={kind}
        rows={rows}
        foldAt={fold ? fold.head.length : null}
        open={open}
        hasMore={hasNextPage}
        onUnfold={() => setWhole(true)}
        onNearEnd={more}
        onOwnSeen={setOwnSeen}
      >
        {isFetchNextPageError && error && (
          <div className={styles.centre}>
            <Trouble error={error} onAgain={() => void fetchNextPage()} />
          </div>
        )}
        <p className={`${styles.note} small faint measure`} role="status">
          {hasNextPage ? t('more_coming') : t(`about.${kind}`)}
        </p>
      </BoardTable>
      {!ownSeen && (
        <OwnPlace
          kind={kind}
          row={own ?? nearRows.find((row) => row.own) ?? null}
          searching={looking}
          onGo={() => {
            if (!own) setWhole(false);
            setLooking(true);
          }}
          onStop={() => setLooking(false)}
        />
      )}
    </>
  );
}
