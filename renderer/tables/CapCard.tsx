import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Person } from '../../shared/bridge/contract.ts';
import { Card } from '../look/Card.tsx';
import { useNow } from '../look/clock.ts';
import { countdown, dayAndTime } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import styles from './Result.module.css';

/** The 24-hour cap as a clock. */
export function CapCard({ cap, peer }: { cap: NonNullable<LobbyEntry['cap']>; peer: Person }) {
  const { t, i18n } = useTranslation('tables');
  const held = cap.used >= cap.limit && cap.again_at !== null;
  const now = useNow(held, 1000);
  const name = isolated(peer.nickname);
  return (
    <Card>
      <div className={styles.capcard}>
        <IconHourglass size={22} stroke={1.75} aria-hidden="true" />
        <div className="grow">
          <b>{t('cap.counted', { used: Math.min(cap.used, cap.limit), limit: cap.limit, peer: name })}</b>
          <div className="small dim">
            {held && cap.again_at !== null
              ? t('cap.until', { time: dayAndTime(i18n.language, cap.again_at) })
              : t('cap.more', { count: cap.limit - cap.used })}
          </div>
        </div>
        {held && cap.again_at !== null && <span className={styles.capclock}>{countdown(cap.again_at - now)}</span>}
      </div>
    </Card>
  );
}
