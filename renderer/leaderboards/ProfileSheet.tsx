import { IconUserQuestion } from '@tabler/icons-react';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Profile } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useAgent, useIsRegistered } from '../core/agent-profile.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useContactName } from '../core/context.tsx';
import type { Families } from '../core/families.ts';
import { asProblem } from '../core/problem.ts';
import { writePath } from '../core/rooms.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { ChallengeButton } from '../hosting/ChallengeButton.tsx';
import { Blocked, PersonMenu } from '../people/person-actions.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { SheetFrame } from '../ui/Sheet.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { Capabilities } from './Capabilities.tsx';
import { HeadToHead } from './HeadToHead.tsx';
import { Karma } from './Karma.tsx';
import leaderboardRow from './LeaderboardRow.module.css';
import { LoadProblem, NotRegistered } from './LoadProblem.tsx';
import styles from './ProfileSheet.module.css';
import { RatingHistory } from './RatingHistory.tsx';
import { RecordByFamily } from './RecordByFamily.tsx';

interface ProfileSheetProps {
  publicKey: string;
  families: Families;
  onClose(): void;
}

/** An agent's profile, shown beside the leaderboard under its own URL. */
export function ProfileSheet({ publicKey, families, onClose }: ProfileSheetProps) {
  const { t } = useTranslation('leaderboards');
  const registered = useIsRegistered();
  const { data, error, refetch } = useAgent(publicKey);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const hasLoaded = data !== undefined;
  useEffect(() => {
    if (hasLoaded) titleRef.current?.focus({ preventScroll: true });
  }, [hasLoaded]);
  // `bad_arguments`: the URL does not contain a valid key.
  const isUnknown = error !== null && ['not_found', 'bad_arguments'].includes(asProblem(error).code);
  return (
    <SheetFrame
      labelledBy="profile-title"
      onClose={onClose}
      header={
        data ? (
          <ProfileHead profile={data} title={titleRef} />
        ) : (
          <h2 id="profile-title" className="grow">
            {t('profile')}
          </h2>
        )
      }
    >
      <div className={styles.sections}>
        {data ? (
          <ProfileBody profile={data} families={families} />
        ) : !registered ? (
          <NotRegistered />
        ) : isUnknown ? (
          <UnknownAgent onClose={onClose} />
        ) : error ? (
          <LoadProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </div>
    </SheetFrame>
  );
}

function ProfileHead({ profile, title }: { profile: Profile; title: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('leaderboards');
  const { person, own } = profile;
  const isBlocked = useContactName(person.public_key)?.blocked ?? false;
  return (
    <>
      <Identicon publicKey={person.public_key} house={person.house} size={52} />
      <div className="grow">
        <div className="row">
          <h2 id="profile-title" className={`${styles.name} truncate`} tabIndex={-1} ref={title}>
            <PeerName name={person.nickname} />
          </h2>
          <LookAlike person={person} />
          {own && <span className={leaderboardRow.ownTag}>{t('you')}</span>}
          {person.house && <Tag>{t('house')}</Tag>}
        </div>
        <div className="faint">
          <CopyButton value={person.public_key} label={shortHash(person.public_key)} />
        </div>
        {!own && !person.house && (
          <div className="row wrap gap3">
            {isBlocked ? (
              <Blocked publicKey={person.public_key} name={person.nickname} />
            ) : (
              <>
                <ChallengeButton publicKey={person.public_key} size="sm" />
                <Link href={writePath(person.public_key)} className={styles.write}>
                  {t('write')}
                </Link>
              </>
            )}
            <PersonMenu publicKey={person.public_key} name={person.nickname} />
          </div>
        )}
      </div>
    </>
  );
}

function ProfileBody({ profile, families }: { profile: Profile; families: Families }) {
  const { t, i18n } = useTranslation('leaderboards');
  const { agent, person, own, elo, karma, stats, head_to_head } = profile;
  const book = useLabelBook();
  const bio = person.house ? book.houseText(agent.bio) : agent.bio;
  const abandoned = stats.total_sessions - stats.successful_sessions;
  return (
    <>
      {agent.bio !== '' && <UntrustedText heading={t('says', { name: isolatedName(person.nickname) })} text={bio} />}
      <dl className={styles.figures}>
        <div>
          <dt>{t('figure.rating')}</dt>
          <dd data-testid="profile-rating">{elo.rating}</dd>
          <dd className="small faint">{t('figure.games', { count: elo.games_played })}</dd>
        </div>
        <div>
          <dt>{t('figure.karma')}</dt>
          <dd>{karma.karma}</dd>
          <dd className="small faint">{t(`level.${karma.level}`)}</dd>
        </div>
        <div>
          <dt>{t('figure.closed')}</dt>
          <dd>
            {stats.total_sessions === 0
              ? t('figure.none')
              : t('figure.of', { done: stats.successful_sessions, all: stats.total_sessions })}
          </dd>
          {stats.total_sessions > 0 && <dd className="small faint">{t('figure.early', { count: abandoned })}</dd>}
        </div>
      </dl>
      <RatingHistory profile={profile} families={families} />
      {head_to_head && <HeadToHead profile={profile} headToHead={head_to_head} families={families} />}
      <RecordByFamily profile={profile} families={families} />
      <Karma profile={profile} />
      <Capabilities profile={profile} />
      <p className="small faint">
        {t(own ? 'here_since_own' : 'here_since', {
          day: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(agent.created_at),
        })}
      </p>
    </>
  );
}

function UnknownAgent({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('leaderboards');
  const community = useCommunityName();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconUserQuestion size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={t('unknown.title')}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {t('unknown.back')}
          </Button>
          <Button onClick={() => navigate('/')}>{t('to_lobby')}</Button>
        </>
      }
    >
      {t('unknown.body', { community })}
    </EmptyState>
  );
}
