import { IconHourglass, IconTicket } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../core/attempt.ts';
import { useClock } from '../core/clock.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { AdmissionRefusal, useAdmissionRefusal } from '../identity/AdmissionRefusal.tsx';
import { Button } from '../ui/Button.tsx';
import { formatCompact, formatCountdown } from '../ui/format.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import styles from './RegistrationProgress.module.css';

/** The progress of registering with the community, which takes proof of work, and an invitation code if it asks for one. */
export const RegistrationProgress = memo(function RegistrationProgress() {
  const { t, i18n } = useTranslation('lobby');
  const bridge = useBridge();
  const phase = useApp((app) => app.phase);
  const work = useApp((app) => app.work);
  const community = useApp((app) => app.community);
  const refusal = useAdmissionRefusal();
  const now = useClock(work !== null, 1000);
  const isIdle = phase === 'registering' && work === null && community.status === 'online';
  const [hasStopped, setHasStopped] = useState(false);
  // The main process pauses briefly between steps; only a longer pause means that it stopped.
  useEffect(() => {
    setHasStopped(false);
    if (!isIdle) return;
    const timer = setTimeout(() => setHasStopped(true), 3000);
    return () => clearTimeout(timer);
  }, [isIdle]);
  // The lobby itself reports an unreachable community.
  if (phase !== 'registering' || community.status === 'offline') return null;
  if (refusal)
    return (
      <div className={styles.progress}>
        <IconTicket size={20} stroke={1.75} aria-hidden="true" className="warn" />
        <AdmissionRefusal refusal={refusal} />
      </div>
    );
  return (
    <div className={styles.progress}>
      <IconHourglass size={20} stroke={1.75} aria-hidden="true" className="warn" />
      <span className="grow small" role="status">
        <b>{t('starting.title')}</b>
        <SentenceSpace />
        {work
          ? t('starting.work', {
              time: formatCountdown(now - work.started_at),
              tries: formatCompact(i18n.language, work.tries),
              percent: Math.round(work.chance * 100),
            })
          : t(hasStopped ? 'starting.stopped' : community.status === 'starting' ? 'starting.soon' : 'starting.asking')}
      </span>
      {hasStopped && (
        <Button size="sm" onClick={() => attempt(() => bridge.app.retry({}))}>
          {t('starting.again')}
        </Button>
      )}
    </div>
  );
});
