import { IconArmchair, IconBan, IconDeviceLaptop, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Lobby } from '../../shared/bridge/contract.ts';
import { isLoopbackAddress } from '../../shared/community/address.ts';
import { attempt } from '../core/attempt.ts';
import { useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { isBan, type Problem } from '../core/problem.ts';
import { sectionPath } from '../settings/sections.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { wholeSeconds } from '../ui/format.ts';
import { useCommunityTrouble, useProblemText } from '../ui/problem-text.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { clearPart, emptyFilter, type LobbyFilter, matchCountsWithout } from './filter.ts';
import { useFilterText } from './filter-text.ts';
import styles from './LobbyEmpty.module.css';
import lobbyList from './LobbyList.module.css';

/** The community answers, but not this identity: trying again would change nothing. */
function Banned({ problem }: { problem: Problem }) {
  const { title, body } = useProblemText()(problem);
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={<IconBan size={28} stroke={1.5} className="warn" aria-hidden="true" />}
        title={title}
        code={problem.code}
      >
        {body}
      </EmptyState>
    </div>
  );
}

interface LobbyEmptyProps {
  lobby: Lobby;
  filter: LobbyFilter;
  /** The number of open tables without the filter. */
  total: number;
  onChange(filter: LobbyFilter): void;
}

/** Explains why no table is listed: the filter, the connection, or none is open. */
export function LobbyEmpty({ lobby, filter, total, onChange }: LobbyEmptyProps) {
  const { t } = useTranslation('lobby');
  const { t: tHosting } = useTranslation('hosting');
  const bridge = useBridge();
  const { status, problem, entries } = lobby;
  const community = useApp((app) => app.community);
  const communityName = useCommunityName();
  const trouble = useCommunityTrouble();
  const isHouseOff = useApp((app) => app.community.embedded && !app.settings.house_on);
  const now = useClock(status === 'offline', 1000);

  if (total > 0) return <NoMatches entries={entries} filter={filter} total={total} onChange={onChange} />;
  if (status === 'loading') return <SkeletonRows className={lobbyList.list} />;
  const ban = [problem, community.problem].find((each) => isBan(each ?? null));
  if (ban) return <Banned problem={ban} />;
  if (status === 'offline') {
    const retrySeconds = community.retry_at === null ? null : wholeSeconds(community.retry_at - now);
    return (
      <div className={styles.centre}>
        <EmptyState
          icon={<IconDeviceLaptop size={28} stroke={1.5} className="warn" aria-hidden="true" />}
          title={trouble?.title ?? t('empty.offline.title')}
          code={(problem ?? community.problem)?.code}
          actions={
            <Button variant="primary" onClick={() => attempt(() => bridge.app.retry({}))}>
              {t('empty.offline.now')}
            </Button>
          }
        >
          {trouble?.body ??
            t(`empty.offline.${community.embedded ? 'home' : isLoopbackAddress(community.url) ? 'nearby' : 'away'}`, {
              community: communityName,
            })}
          <SentenceSpace />
          {retrySeconds !== null && t('empty.offline.retry', { seconds: retrySeconds })}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={<IconArmchair size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('empty.none.title')}
        actions={
          <>
            <Button variant="primary" onClick={() => setQuery({ host: '', mine: null, table: null, network: null })}>
              {tHosting('host')}
            </Button>
            <Link href="/inbox/contacts">{t('empty.none.contacts')}</Link>
            {isHouseOff && <Link href={sectionPath('house')}>{t('empty.none.house')}</Link>}
          </>
        }
      >
        {t(
          community.embedded
            ? isHouseOff
              ? 'empty.none.body_house_off'
              : 'empty.none.body'
            : 'empty.none.body_elsewhere',
        )}
      </EmptyState>
    </div>
  );
}

/** For each part of the filter, how many tables match without it, with a button to clear it. */
function NoMatches({ entries, filter, total, onChange }: Omit<LobbyEmptyProps, 'lobby'> & Pick<Lobby, 'entries'>) {
  const { t } = useTranslation('lobby');
  const rating = useApp((app) => app.me?.rating ?? null);
  const filterText = useFilterText(filter);
  const matchCounts = matchCountsWithout(entries, filter, rating);
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('empty.filter.title')}
        actions={<Button onClick={() => onChange(emptyFilter)}>{t('empty.filter.clear')}</Button>}
      >
        {t('empty.filter.body', { count: total })}
      </EmptyState>
      {matchCounts.length > 1 && (
        <ul className={styles.filterParts}>
          {matchCounts.map(({ part, matchCount }) => (
            <li key={part} className="row">
              <span className="grow">
                <b>{filterText(part)}</b>{' '}
                <span className="dim small">{t('empty.filter.fits', { count: matchCount })}</span>
              </span>
              <Button
                size="sm"
                aria-label={`${t('empty.filter.take_off')} ${filterText(part)}`}
                onClick={() => onChange(clearPart(filter, part))}
              >
                {t('empty.filter.take_off')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
