import {
  IconBolt,
  IconClock,
  IconDoorEnter,
  IconDoorOff,
  IconHome,
  IconHourglass,
  IconPlugConnectedX,
  IconRoute,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { attempt } from '../core/attempt.ts';
import { useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge, useHosting, useTables } from '../core/context.tsx';
import { isBan } from '../core/problem.ts';
import { sectionPath } from '../settings/sections.ts';
import { formatCountdown, formatRoundTrip } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import styles from './Frame.module.css';
import { useLineToMain } from './line-to-main.ts';

export function StatusBar() {
  return (
    <footer className={`${styles.statusbar} row gap4 on-wood`} data-region="status" tabIndex={-1}>
      <CommunityPart />
      <NetworkPart />
      <IdentityPart />
      <span className="end" />
      <WorkPart />
      <ConnectionPart />
      <ClockPart />
    </footer>
  );
}

function CommunityPart() {
  const { t } = useTranslation();
  const name = useCommunityName();
  const { status, agents, problem } = useApp((app) => app.community);
  if (useLineToMain() !== 'live') {
    return (
      <span className={`${styles.part} row`}>
        <span className={styles.dot} data-state="offline" />
        <b>{t('status.no_main')}</b>
      </span>
    );
  }
  return (
    <Link href={sectionPath('communities')} className={`${styles.part} row`} title={t('status.to_communities')}>
      <span className={styles.dot} data-state={status} />
      <b className="truncate">{name}</b>
      {status !== 'online' && <span>{t(`status.${isBan(problem) ? 'banned' : status}`)}</span>}
      {status === 'online' && agents !== null && <span className="wide">{t('status.people', { count: agents })}</span>}
    </Link>
  );
}

/** Whether others can reach this computer's community; in a remote community, a button that returns to it. */
function NetworkPart() {
  const { t } = useTranslation('network');
  const [, navigate] = useLocation();
  const embedded = useApp((app) => app.community.embedded);
  const status = useApp((app) => app.network.status);
  if (embedded && status === 'closed') return null;
  const hasProblem = status === 'moved' || status === 'failed';
  const Icon = embedded ? (hasProblem ? IconDoorOff : IconDoorEnter) : IconHome;
  return (
    <span className={`${styles.part} row`}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <button
        type="button"
        className={styles.action}
        data-network-status={status}
        onClick={() => navigate('/?network=')}
      >
        {t(embedded ? (hasProblem ? 'status_trouble' : 'status_open') : 'home')}
      </button>
    </span>
  );
}

function IdentityPart() {
  const { t } = useTranslation();
  const identity = useApp((app) => app.identity);
  const rating = useApp((app) => app.me?.rating ?? null);
  if (!identity) return null;
  return (
    <Link href={sectionPath('identities')} className={`${styles.part} row`} title={t('status.to_identities')}>
      <Identicon publicKey={identity.public_key} size={18} />
      <b className="truncate">
        <PeerName name={identity.nickname} />
      </b>
      {rating !== null && <span>{rating}</span>}
    </Link>
  );
}

function WorkPart() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const work = useApp((app) => app.work);
  const now = useClock(work !== null, 1000);
  if (!work) return null;
  return (
    <span className={`${styles.part} row`} data-work>
      <IconHourglass size={16} stroke={1.75} aria-hidden="true" />
      <span title={t('status.work_chance', { percent: Math.round(work.chance * 100) })}>
        {t('status.work', { time: formatCountdown(now - work.started_at) })}
      </span>
      <button type="button" className={styles.action} onClick={() => attempt(() => bridge.app.stop_work({}))}>
        {t('status.stop')}
      </button>
    </span>
  );
}

function ConnectionPart() {
  const { t } = useTranslation();
  const connection = useTables(
    (tables) => [...tables.values()].find((table) => table.phase === 'playing')?.connection ?? null,
  );
  const isHosting = useHosting().length > 0;
  const line = useLineToMain();
  if (!connection || connection.kind === 'none' || line !== 'live') {
    return (
      <span className={`${styles.part} row`}>
        <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
        {t(connection ? 'status.no_line' : isHosting ? 'status.waiting' : 'status.no_table')}
      </span>
    );
  }
  const Icon = connection.kind === 'direct' ? IconBolt : IconRoute;
  return (
    <span className={`${styles.part} row`}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {t(`status.${connection.kind}`)}
      {connection.unheard_since !== undefined ? (
        <b>{t('status.unheard')}</b>
      ) : (
        connection.rtt_ms !== null && <b>{formatRoundTrip(connection.rtt_ms)}</b>
      )}
    </span>
  );
}

function ClockPart() {
  const { t } = useTranslation();
  const offset = useApp((app) => app.community.clock_offset_ms);
  if (offset === null) return null;
  const seconds = Math.max(1, Math.ceil(Math.abs(offset) / 1000));
  const agrees = seconds < 60;
  const difference = agrees
    ? t('status.clock_within', { seconds })
    : t('status.clock_by_min', { minutes: Math.round(seconds / 60) });
  return (
    <span className={`${styles.part} row wide`}>
      <IconClock size={16} stroke={1.75} aria-hidden="true" />
      {t(agrees ? 'status.clock_agrees' : 'status.clock_off')} <b>{difference}</b>
    </span>
  );
}
