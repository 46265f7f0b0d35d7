import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { compact, countdown } from '../look/format.ts';
import styles from './Lobby.module.css';

/** The seat is being earned: luck, said as luck, with the way on while it lasts. */
export function StartingStrip() {
  const { t, i18n } = useTranslation('lobby');
  const bridge = useBridge();
  const phase = useApp((app) => app.phase);
  const work = useApp((app) => app.work);
  const community = useApp((app) => app.community);
  const now = useNow(work !== null, 1000);
  if (phase !== 'registering') return null;
  const stopped = work === null && community.status !== 'starting';
  return (
    <div className={styles.starting}>
      <IconHourglass size={20} stroke={1.75} aria-hidden="true" className="warn" />
      <span className="grow small" role="status">
        <b>{t('starting.title', { community: community.name })}</b>{' '}
        {work
          ? t('starting.work', {
              time: countdown(now - work.started_at),
              tries: compact(i18n.language, work.tries),
              percent: Math.round(work.chance * 100),
            })
          : t(stopped ? 'starting.stopped' : 'starting.soon')}
      </span>
      {work && (
        <Button size="sm" onClick={() => void bridge.app.stop_work({})}>
          {t('starting.stop')}
        </Button>
      )}
      {stopped && (
        <Button size="sm" onClick={() => void bridge.app.retry({})}>
          {t('starting.again')}
        </Button>
      )}
    </div>
  );
}
