import { IconUserQuestion } from '@tabler/icons-react';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Profile } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { writePath } from '../inbox/place.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Empty } from '../look/Empty.tsx';
import { shortHash } from '../look/format.ts';
import { PeerName } from '../look/PeerName.tsx';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { SheetBoard } from '../look/Sheet.tsx';
import { Slip } from '../look/Slip.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { Tag } from '../look/Tag.tsx';
import { useAgent, useSeated } from './asking.ts';
import { Capabilities } from './Capabilities.tsx';
import type { Families } from './families.ts';
import { HeadToHead } from './HeadToHead.tsx';
import { Karma } from './Karma.tsx';
import styles from './Profile.module.css';
import { RatingHistory } from './RatingHistory.tsx';
import { RecordByFamily } from './RecordByFamily.tsx';
import { NotSeated, Trouble } from './Trouble.tsx';

interface ProfileSheetProps {
  publicKey: string;
  families: Families;
  onClose(): void;
}

/** Who stands behind a name: beside the board, by its own address, so that every name can lead here. */
export function ProfileSheet({ publicKey, families, onClose }: ProfileSheetProps) {
  const { t } = useTranslation('standings');
  const seated = useSeated();
  const { data, error, refetch } = useAgent(publicKey);
  const title = useRef<HTMLHeadingElement>(null);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) title.current?.focus({ preventScroll: true });
  }, [ready]);
  const unknown = error !== null && ['not_found', 'bad_arguments'].includes(asProblem(error).code);
  return (
    <SheetBoard
      labelledBy="profile-title"
      onClose={onClose}
      head={
        data ? (
          <Who profile={data} title={title} />
        ) : (
          <h2 id="profile-title" className="grow">
            {t('profile')}
          </h2>
        )
      }
    >
      <div className={styles.sections}>
        {data ? (
          <About profile={data} families={families} />
        ) : !seated ? (
          <NotSeated />
        ) : unknown ? (
          <Unknown onClose={onClose} />
        ) : error ? (
          <Trouble error={error} onAgain={() => void refetch()} />
        ) : (
          <StillRows rows={5} />
        )}
      </div>
    </SheetBoard>
  );
}

function Who({ profile, title }: { profile: Profile; title: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('standings');
  const { person, own } = profile;
  return (
    <>
      <Quilt publicKey={person.public_key} size={52} />
      <div className="grow">
        <div className="row">
          <h2 id="profile-title" className={`${styles.name} cut`} tabIndex={-1} ref={title}>
            <PeerName name={person.nickname} />
          </h2>
          {own && <span className={styles.you}>{t('you')}</span>}
          {person.house && <Tag>{t('house')}</Tag>}
        </div>
        <div className="row wrap faint">
          <CopyButton value={person.public_key} shown={shortHash(person.public_key)} />
          {!own && !person.house && <Link href={writePath(person.public_key)}>{t('write')}</Link>}
        </div>
      </div>
    </>
  );
}

function About({ profile, families }: { profile: Profile; families: Families }) {
  const { t, i18n } = useTranslation('standings');
  const { agent, person, own, elo, karma, stats, head_to_head } = profile;
  const early = stats.total_sessions - stats.successful_sessions;
  return (
    <>
      {agent.bio !== '' && <Slip heading={t('says', { name: isolated(person.nickname) })} text={agent.bio} />}
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
          {stats.total_sessions > 0 && <dd className="small faint">{t('figure.early', { count: early })}</dd>}
        </div>
      </dl>
      <RatingHistory profile={profile} families={families} />
      {head_to_head && <HeadToHead profile={profile} head={head_to_head} families={families} />}
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

function Unknown({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('standings');
  const community = useApp((app) => app.community.name);
  const [, go] = useLocation();
  return (
    <Empty
      icon={<IconUserQuestion size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={t('unknown.title')}
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            {t('unknown.board')}
          </Button>
          <Button onClick={() => go('/')}>{t('to_lobby')}</Button>
        </>
      }
    >
      {t('unknown.body', { community })}
    </Empty>
  );
}
