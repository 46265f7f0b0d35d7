import { IconArmchair, IconDeviceLaptop, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { setQuery } from '../app/address.ts';
import { useApp, useBridge, useLobby } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { Empty } from '../look/Empty.tsx';
import { wholeSeconds } from '../look/format.ts';
import { StillRows } from '../look/StillRows.tsx';
import { sectionPath } from '../settings/sections.ts';
import { everything, hiding, type LobbyFilter, without as takenOff } from './filter.ts';
import { useFilterWords } from './filter-words.ts';
import styles from './Lobby.module.css';

interface LobbyEmptyProps {
  filter: LobbyFilter;
  /** How many are open without the filters. */
  without: number;
  onChange(filter: LobbyFilter): void;
}

export function LobbyEmpty({ filter, without, onChange }: LobbyEmptyProps) {
  const { t } = useTranslation('lobby');
  const { t: hosting } = useTranslation('hosting');
  const bridge = useBridge();
  const status = useLobby((lobby) => lobby.status);
  const problem = useLobby((lobby) => lobby.problem);
  const community = useApp((app) => app.community);
  const houseOff = useApp((app) => app.community.embedded && !app.settings.house_on);
  const now = useNow(status === 'offline', 1000);

  if (without > 0) return <NoneFits filter={filter} without={without} onChange={onChange} />;
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
        actions={
          <>
            <Button look="primary" onClick={() => setQuery({ host: '' })}>
              {hosting('host')}
            </Button>
            {houseOff && <Link href={sectionPath('house')}>{t('empty.none.house')}</Link>}
          </>
        }
      >
        {t(
          community.embedded
            ? houseOff
              ? 'empty.none.body_house_off'
              : 'empty.none.body'
            : 'empty.none.body_elsewhere',
          {
            community: community.name,
          },
        )}
      </Empty>
    </div>
  );
}

/** Which filter hides what, each with the way to take it off. */
function NoneFits({ filter, without, onChange }: LobbyEmptyProps) {
  const { t } = useTranslation('lobby');
  const entries = useLobby((lobby) => lobby.entries);
  const rating = useApp((app) => app.me?.rating ?? null);
  const words = useFilterWords(filter);
  const hidden = hiding(entries, filter, rating);
  return (
    <div className={styles.centre}>
      <Empty
        icon={<IconFilterOff size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('empty.filter.title')}
        actions={<Button onClick={() => onChange(everything)}>{t('empty.filter.clear')}</Button>}
      >
        {t('empty.filter.body', { count: without })}
      </Empty>
      {hidden.length > 1 && (
        <ul className={styles.hidden}>
          {hidden.map(({ part, fits }) => (
            <li key={part} className="row">
              <span className="grow">
                <b>{words(part)}</b> <span className="dim small">{t('empty.filter.fits', { count: fits })}</span>
              </span>
              <Button
                size="sm"
                aria-label={`${t('empty.filter.take_off')} ${words(part)}`}
                onClick={() => onChange(takenOff(filter, part))}
              >
                {t('empty.filter.take_off')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
