import { IconArmchair, IconDeviceLaptop, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge, useLobby } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { Empty } from '../look/Empty.tsx';
import { wholeSeconds } from '../look/format.ts';
import { StillRows } from '../look/StillRows.tsx';
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
  if (status === 'loading') return <StillRows className={styles.list} />;
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
