import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InboxStatus } from '../../shared/bridge/contract.ts';
import { attempt } from '../core/attempt.ts';
import { communityClock, useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { isAbsence, useProblemText } from '../ui/problem-text.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { useDeleteMessages } from './delete-with-undo.ts';
import styles from './Quota.module.css';
import { useTimeLeft } from './time-left.ts';

/** Of the ring, in units of its viewBox. */
const circumference = 2 * Math.PI * 26;

/** When the next slot is freed, and the actions that export all messages to a file, and delete all of them with undo. */
function useQuota({ received_count, newest_at, quota }: InboxStatus) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const timeLeft = useTimeLeft();
  const now = useClock(quota !== null, 30_000, communityClock);
  const timeUntilFree = quota?.oldest_expires_at == null ? null : timeLeft(quota.oldest_expires_at, now);
  const remove = useDeleteMessages();
  const exportMessages = () =>
    run(async () => {
      const { exported, file } = await bridge.inbox.export({});
      toast(t('saved', { count: exported, file }));
    });
  const deleteMessages = () =>
    remove({ all: true, until: newest_at ?? 0 }, t('deleted.cleared', { count: received_count }));
  return { timeUntilFree, exportMessages, deleteMessages, busy, problem, isEmpty: received_count === 0 };
}

interface QuotaProps {
  inbox: InboxStatus;
  onCleared(): void;
}

/** The quota at the community: its use, when the next slot is freed, and how to free some. */
export function QuotaCard({ inbox, onCleared }: QuotaProps) {
  const { t } = useTranslation('inbox');
  const { timeUntilFree, exportMessages, deleteMessages, busy, problem, isEmpty } = useQuota(inbox);
  const { quota } = inbox;
  const deleteAndReport = () => {
    deleteMessages();
    onCleared();
  };
  const share = quota ? quota.count / quota.capacity : 0;
  const tone = share >= 1 ? 'ox' : share >= 0.8 ? 'brass' : 'felt';
  return (
    <div className={`${styles.quota} col`}>
      {quota && (
        <>
          <div className={`${styles.head} row`}>
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
                strokeDasharray={`${(Math.min(1, share) * circumference).toFixed(1)} ${circumference.toFixed(1)}`}
                transform="rotate(-90 32 32)"
              />
              <text x="32" y="32" textAnchor="middle" dominantBaseline="central" className={styles.count}>
                {quota.count}
              </text>
            </svg>
            <div>
              <b className="block">{t('quota.title', { count: quota.count, capacity: quota.capacity })}</b>
              <span className="small dim">{t(`quota.level.${quota.level}`)}</span>
            </div>
          </div>
          <p className="small dim">
            {timeUntilFree
              ? t('quota.next', { time: timeUntilFree, capacity: quota.capacity })
              : t('quota.free', { capacity: quota.capacity })}
            <SentenceSpace />
            {(quota.level === 'none' || quota.level === 'low') && t('quota.more')}
          </p>
        </>
      )}
      {!isEmpty && (
        <div className={`${styles.actions} row wrap`}>
          <Button size="sm" aria-disabled={busy || undefined} onClick={() => void exportMessages()}>
            {t('quota.save')}
          </Button>
          <Button size="sm" onClick={deleteAndReport}>
            {t('quota.clear')}
          </Button>
        </div>
      )}
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}

/** Banners above the list: a full inbox, an unreachable community. */
export function Notices({ inbox }: { inbox: InboxStatus }) {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const bridge = useBridge();
  const community = useCommunityName();
  const { timeUntilFree, exportMessages, deleteMessages, busy, problem } = useQuota(inbox);
  const problemText = useProblemText();
  const { quota } = inbox;
  const { status: communityStatus, problem: communityProblem } = useApp((app) => app.community);
  // The inbox itself notices an outage only when it next asks for messages.
  const isOffline = inbox.status === 'offline' || communityStatus === 'offline';
  const outage = inbox.problem ?? communityProblem;
  const isSilent = outage === null || isAbsence(outage);
  const isFull = quota !== null && quota.count >= quota.capacity;
  return (
    <>
      {isOffline && (
        <Banner role="status">
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow small">
            <b>{isSilent ? t('offline.title', { community }) : outage && problemText(outage).sentence}</b>
            <SentenceSpace />
            {t('offline.body')} {outage && <CopyButton value={outage.code} />}
          </span>
          <Button
            size="sm"
            onClick={() =>
              attempt(() => (inbox.status === 'offline' ? bridge.inbox.refresh({}) : bridge.app.retry({})))
            }
          >
            {tApp('try_now')}
          </Button>
        </Banner>
      )}
      {!isOffline && inbox.problem && inbox.problem.code !== 'letters_unreadable' && (
        <ProblemLine problem={inbox.problem} />
      )}
      {!isOffline && inbox.problem?.code === 'letters_unreadable' && (
        <Banner role="status">
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow small">
            {t('problem')} <CopyButton value={inbox.problem.code} />
          </span>
        </Banner>
      )}
      {isFull && timeUntilFree && (
        <Banner role="status" tone="bad">
          <IconAlertTriangle size={18} stroke={1.75} className="bad" aria-hidden="true" />
          <span className="grow small">
            <b>{t('quota.full_title')}</b>
            <SentenceSpace />
            {t('quota.full', { count: quota.count, capacity: quota.capacity, time: timeUntilFree })}
          </span>
          <Button
            size="sm"
            aria-disabled={busy || undefined}
            onClick={() => void exportMessages().then((saved) => saved && deleteMessages())}
          >
            {t('quota.save_clear')}
          </Button>
        </Banner>
      )}
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}
