import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Person } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock, wallTimeOf } from '../core/clock.ts';
import { Card } from '../ui/Card.tsx';
import { formatCountdown, formatDayTime } from '../ui/format.ts';
import styles from './CapCard.module.css';

/** The cap on rated games with a peer: how many have counted, and how many are left or when the next one counts. */
export function CapCard({ cap, peer }: { cap: NonNullable<LobbyEntry['cap']>; peer: Person }) {
  const { t, i18n } = useTranslation('tables');
  const isReached = cap.used >= cap.limit && cap.again_at !== null;
  const now = useClock(isReached, 1000, communityClock);
  const name = isolatedName(peer.nickname);
  return (
    <Card>
      <div className={styles.card}>
        <IconHourglass size={22} stroke={1.75} aria-hidden="true" />
        <div className="grow">
          <b>{t('cap.counted', { used: Math.min(cap.used, cap.limit), limit: cap.limit, peer: name })}</b>
          <div className="small dim">
            {isReached && cap.again_at !== null
              ? t('cap.until', { time: formatDayTime(i18n.language, wallTimeOf(cap.again_at, communityClock)) })
              : t('cap.more', { count: cap.limit - cap.used })}
          </div>
        </div>
        {isReached && cap.again_at !== null && (
          <span className={styles.clock}>{formatCountdown(cap.again_at - now)}</span>
        )}
      </div>
    </Card>
  );
}
