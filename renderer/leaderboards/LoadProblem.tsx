import { IconDeviceLaptop, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../core/attempt.ts';
import { useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { wholeSeconds } from '../ui/format.ts';
import { ProblemState } from '../ui/ProblemState.tsx';
import { useCommunityTrouble } from '../ui/problem-text.ts';
import styles from './LoadProblem.module.css';

/** Shows why loading failed and lets the user retry. While offline, shows the time until the next attempt to connect. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation('leaderboards');
  const { t: tApp } = useTranslation();
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const name = useCommunityName();
  const trouble = useCommunityTrouble();
  const offline = community.status === 'offline';
  const now = useClock(offline, 1000);
  if (!offline) return <ProblemState error={error} onRetry={onRetry} />;
  const seconds = community.retry_at === null ? null : wholeSeconds(community.retry_at - now);
  return (
    <EmptyState
      icon={<IconDeviceLaptop size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={trouble?.title ?? t('offline.title')}
      code={(community.problem ?? asProblem(error)).code}
      actions={
        <Button variant="primary" onClick={() => attempt(() => bridge.app.retry({}))}>
          {tApp('try_now')}
        </Button>
      }
    >
      {trouble?.body ??
        (seconds === null
          ? t('offline.body', { community: name })
          : t('offline.body_retry', { community: name, seconds }))}
    </EmptyState>
  );
}

/** Shown until the identity is registered with the community. */
export function NotRegistered() {
  const { t } = useTranslation('leaderboards');
  const community = useCommunityName();
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={<IconHourglass size={28} stroke={1.5} className="warn" aria-hidden="true" />}
        title={t('not_registered.title')}
      >
        {t('not_registered.body', { community })}
      </EmptyState>
    </div>
  );
}
