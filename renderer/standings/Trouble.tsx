import { IconAlertTriangle, IconDeviceLaptop, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { Empty } from '../look/Empty.tsx';
import { wholeSeconds } from '../look/format.ts';
import { useProblemWords } from '../look/problem-words.ts';
import styles from './Standings.module.css';

/** Something could not be fetched: why, and the way on. Without a community that is said as what it is. */
export function Trouble({ error, onAgain }: { error: unknown; onAgain(): void }) {
  const { t } = useTranslation('standings');
  const { t: frame } = useTranslation();
  const bridge = useBridge();
  const words = useProblemWords();
  const community = useApp((app) => app.community);
  const offline = community.status === 'offline';
  const now = useNow(offline, 1000);
  const problem = asProblem(error);
  if (!offline) {
    return (
      <Empty
        alert
        icon={<IconAlertTriangle size={28} stroke={1.5} className="warn" aria-hidden="true" />}
        title={words(problem).title}
        code={problem.code}
        actions={<Button onClick={onAgain}>{frame('try_again')}</Button>}
      >
        {words(problem).body}
      </Empty>
    );
  }
  const seconds = community.retry_at === null ? null : wholeSeconds(community.retry_at - now);
  return (
    <Empty
      icon={<IconDeviceLaptop size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={t('offline.title')}
      code={(community.problem ?? problem).code}
      actions={
        <Button look="primary" onClick={() => void bridge.app.retry({})}>
          {frame('try_now')}
        </Button>
      }
    >
      {seconds === null
        ? t('offline.body', { community: community.name })
        : t('offline.body_retry', { community: community.name, seconds })}
    </Empty>
  );
}

/** Before the seat at the community is taken there are no boards to ask for. */
export function NotSeated() {
  const { t } = useTranslation('standings');
  const community = useApp((app) => app.community.name);
  return (
    <div className={styles.centre}>
      <Empty
        icon={<IconHourglass size={28} stroke={1.5} className="warn" aria-hidden="true" />}
        title={t('not_seated.title')}
      >
        {t('not_seated.body', { community })}
      </Empty>
    </div>
  );
}
