import { IconArmchair, IconDeviceLaptop, IconFilterOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge, useLobby } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { Empty } from '../look/Empty.tsx';
import { wholeSeconds } from '../look/format.ts';
import styles from './Lobby.module.css';

interface LobbyEmptyProps {
  /** How many are open without the filters. */
  without: number;
  onClear(): void;
}

export function LobbyEmpty({ without, onClear }: LobbyEmptyProps) {
  const { t } = useTranslation('lobby');
  const bridge = useBridge();
  const status = useLobby((lobby) => lobby.status);
  const problem = useLobby((lobby) => lobby.problem);
  const community = useApp((app) => app.community);
  const now = useNow(status === 'offline', 1000);

  if (without > 0) {
    return (
      <div className={styles.centre}>
        <Empty
          icon={<IconFilterOff size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('empty.filter.title')}
          actions={<Button onClick={onClear}>{t('empty.filter.clear')}</Button>}
        >
          {t('empty.filter.body', { count: without })}
        </Empty>
      </div>
    );
  }
  if (status === 'loading') return <LobbyLoading community={community.name} />;
  if (status === 'offline') {
    const retry = community.retry_at === null ? null : wholeSeconds(community.retry_at - now);
    return (
      <div className={styles.centre}>
        <Empty
          icon={<IconDeviceLaptop size={28} stroke={1.5} className="warn" aria-hidden="true" />}
          title={t('empty.offline.title')}
          code={(problem ?? community.problem)?.code}
          actions={
            <Button look="primary" onClick={() => void bridge.app.retry({})}>
              {t('empty.offline.now')}
            </Button>
          }
        >
          {retry === null
            ? t('empty.offline.body', { community: community.name })
            : t('empty.offline.body_retry', { community: community.name, seconds: retry })}
        </Empty>
      </div>
    );
  }
  return (
    <div className={styles.centre}>
      <Empty
        icon={<IconArmchair size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('empty.none.title')}
      >
        {t('empty.none.body', { community: community.name })}
      </Empty>
    </div>
  );
}

/** Still rows after 300 ms, and after 4 s a word about it. */
function LobbyLoading({ community }: { community: string }) {
  const { t } = useTranslation('lobby');
  const [waited, setWaited] = useState<'no' | 'some' | 'long'>('no');
  useEffect(() => {
    const some = setTimeout(() => setWaited('some'), 300);
    const long = setTimeout(() => setWaited('long'), 4000);
    return () => {
      clearTimeout(some);
      clearTimeout(long);
    };
  }, []);
  return (
    <div className={styles.list} aria-busy="true">
      {waited !== 'no' &&
        [0, 1, 2, 3].map((row) => (
          <div key={row} className={styles.skeleton}>
            <i />
            <i />
          </div>
        ))}
      <p className={`${styles.note} small faint`} role="status">
        {waited === 'long' ? t('empty.slow', { community }) : ''}
      </p>
    </div>
  );
}
