import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { toast, withWayBack } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useNow } from '../look/clock.ts';
import styles from './Inbox.module.css';
import { thing } from './letters.ts';
import { useSpan } from './span.ts';

const ring = 2 * Math.PI * 26;

/** Saving every letter into a file, and clearing them all with a way back. */
function useTidying(inbox: Pick<Inbox, 'letters' | 'hidden'>) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const [problem, setProblem] = useState<Problem | null>(null);
  const ids = inbox.letters.map(({ id }) => id);
  const save = async (): Promise<boolean> => {
    setProblem(null);
    try {
      const { exported, file } = await bridge.inbox.export({});
      toast(t('saved', { count: exported, file }));
      return true;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    }
  };
  const clear = () =>
    withWayBack({
      kind: 'letters',
      things: ids.map(thing.letter),
      words: t('deleted.cleared', { count: ids.length }),
      act: () => bridge.inbox.delete({ ids, hidden: true }),
    });
  return { save, clear, problem, none: ids.length + inbox.hidden === 0 };
}

interface QuotaProps {
  inbox: Inbox;
  onCleared(): void;
}

/** How full the inbox is at the community, what frees places, and the way to make some. */
export function QuotaCard({ inbox, onCleared }: QuotaProps) {
  const { t } = useTranslation('inbox');
  const { save, clear, problem, none } = useTidying(inbox);
  const span = useSpan();
  const { quota, hidden } = inbox;
  const now = useNow(quota !== null, 30_000);
  const clearAll = () => {
    clear();
    onCleared();
  };
  const share = quota ? quota.count / quota.capacity : 0;
  const tone = share >= 1 ? 'ox' : share >= 0.8 ? 'brass' : 'felt';
  const next = quota?.oldest_expires_at == null ? null : span(quota.oldest_expires_at, now);
  return (
    <div className={styles.quota}>
      {quota && (
        <>
          <div className={styles.quotahead}>
            <svg
              width="54"
              height="54"
              viewBox="0 0 64 64"
              role="img"
              aria-label={t('quota.label', { count: quota.count, capacity: quota.capacity })}
            >
              <circle cx="32" cy="32" r="26" fill="none" stroke="var(--sunk)" strokeWidth="8" />
              <circle
                cx="32"
                cy="32"
                r="26"
                fill="none"
                stroke={`var(--${tone})`}
                strokeWidth="8"
                strokeDasharray={`${(Math.min(1, share) * ring).toFixed(1)} ${ring.toFixed(1)}`}
                transform="rotate(-90 32 32)"
              />
              <text x="32" y="37" textAnchor="middle" className={styles.quotacount}>
                {quota.count}
              </text>
            </svg>
            <div>
              <b className="block">{t('quota.title', { count: quota.count, capacity: quota.capacity })}</b>
              <span className="small dim">{t(`quota.level.${quota.level}`)}</span>
            </div>
          </div>
          <p className={`${styles.quotanote} small dim`}>
            {next
              ? t('quota.next', { time: next, capacity: quota.capacity })
              : t('quota.free', { capacity: quota.capacity })}{' '}
            {(quota.level === 'none' || quota.level === 'low') && t('quota.more')}
          </p>
        </>
      )}
      {hidden > 0 && <p className="small dim">{t('quota.hidden', { count: hidden })}</p>}
      {!none && (
        <div className={styles.quotaactions}>
          <Button size="sm" onClick={() => void save()}>
            {t('quota.save')}
          </Button>
          <Button size="sm" onClick={clearAll}>
            {t('quota.clear')}
          </Button>
        </div>
      )}
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}

/** What stands above the list: a full inbox, and a community that is away. */
export function Notices({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation('inbox');
  const { t: frame } = useTranslation();
  const bridge = useBridge();
  const community = useApp((app) => app.community.name);
  const { save, clear, problem } = useTidying(inbox);
  const span = useSpan();
  const { quota, status } = inbox;
  const full = quota !== null && quota.count >= quota.capacity;
  const now = useNow(full, 30_000);
  const next = quota?.oldest_expires_at == null ? null : span(quota.oldest_expires_at, now);
  return (
    <>
      {status === 'offline' && (
        <div className={styles.notice} role="status">
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow small">
            <b>{t('offline.title', { community })}</b> {t('offline.body')}{' '}
            {inbox.problem && <CopyButton value={inbox.problem.code} />}
          </span>
          <Button size="sm" onClick={() => void bridge.inbox.refresh({}).catch(() => {})}>
            {frame('try_now')}
          </Button>
        </div>
      )}
      {status === 'live' && inbox.problem && (
        <div className={styles.notice} role="status">
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow small">
            {t('problem')} <CopyButton value={inbox.problem.code} />
          </span>
        </div>
      )}
      {full && next && (
        <div className={styles.notice} data-tone="ox" role="status">
          <IconAlertTriangle size={18} stroke={1.75} className="bad" aria-hidden="true" />
          <span className="grow small">
            <b>{t('quota.full_title')}</b>{' '}
            {t('quota.full', { count: quota.count, capacity: quota.capacity, time: next })}
          </span>
          <Button size="sm" onClick={() => void save().then((saved) => saved && clear())}>
            {t('quota.save_clear')}
          </Button>
        </div>
      )}
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
