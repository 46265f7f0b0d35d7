import {
  IconAlertTriangle,
  IconArmchair,
  IconClock,
  IconDoorEnter,
  IconEyeOff,
  IconKey,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setQuery } from '../app/address.ts';
import { useApp, useBridge, useHosting } from '../app/context.tsx';
import { isLoopback, joinLink } from '../app/join-link.ts';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { useCopy } from '../look/copy.ts';
import { Empty } from '../look/Empty.tsx';
import { dayAndTime, optionsLine, shortHash } from '../look/format.ts';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { QrCode } from '../look/QrCode.tsx';
import { Sheet } from '../look/Sheet.tsx';
import { useShareUrl } from '../network/share.ts';
import styles from './Hosting.module.css';
import { closesAt, waitOf } from './wish.ts';

interface WaitingSheetProps {
  postId: string;
  onClose(): void;
}

/** A table of one's own that waits: how to share it, how long it stays, and the way out. */
export function WaitingSheet({ postId, onClose }: WaitingSheetProps) {
  const { t, i18n } = useTranslation('hosting');
  const hosting = useHosting();
  const { t: network } = useTranslation('network');
  const community = useApp((app) => app.community);
  const url_before = useApp((app) => app.network.url_before);
  const shareUrl = useShareUrl();
  const table = waitOf(hosting, postId);
  const now = table?.post_id;
  useEffect(() => {
    // Its addresses changed, so another invitation took its place.
    if (now !== undefined && now !== postId) setQuery({ mine: now }, { replace: true });
  }, [now, postId]);
  if (!table) {
    return (
      <Sheet title={t('yours_one')} onClose={onClose}>
        <Empty
          icon={<IconArmchair size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('gone_title')}
        >
          {t('gone')}
        </Empty>
      </Sheet>
    );
  }
  const { protocol_name, options, control_mode, message, visibility, for_public_key } = table;
  const end = closesAt(table);
  const link = joinLink(table.post_id, shareUrl);
  return (
    <Sheet
      title={t('waiting_title')}
      note={
        <span className="row wrap">
          <b>{visible(protocol_name)}</b>
          <ModeBadge mode={control_mode} said={false} />
        </span>
      }
      onClose={onClose}
      foot={<Withdraw postId={table.post_id} onDone={onClose} />}
    >
      <p className="small dim">{optionsLine(options)}</p>
      {message !== '' && (
        <p style={{ marginTop: 8 }}>
          <bdi dir="auto">{visible(message)}</bdi>
        </p>
      )}
      <ul className={`${styles.facts} ${styles.section}`}>
        <li>
          <IconArmchair size={18} stroke={1.75} aria-hidden="true" className="good" />
          <span role="status">{t('opens')}</span>
        </li>
        <li>
          {for_public_key ? (
            <IconKey size={18} stroke={1.75} aria-hidden="true" />
          ) : visibility === 'unlisted' ? (
            <IconEyeOff size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconUsers size={18} stroke={1.75} aria-hidden="true" />
          )}
          <span>
            {for_public_key
              ? t('only_key', { key: shortHash(for_public_key) })
              : t(`audience_note.${visibility}`, { community: community.name })}
          </span>
        </li>
        <li>
          <IconClock size={18} stroke={1.75} aria-hidden="true" />
          <span>{end === null ? t('stays') : t('stays_until', { time: dayAndTime(i18n.language, end) })}</span>
        </li>
      </ul>
      <section className={styles.section} aria-labelledby="share-title">
        <h3 id="share-title">{t('share')}</h3>
        {url_before !== null && (
          <p className={`${styles.why} small`} role="alert">
            <IconAlertTriangle size={17} stroke={1.75} className="warn" aria-hidden="true" />
            <span>{network('changed', { before: url_before })}</span>
          </p>
        )}
        <ShareLine name="link" text={link} />
        <ShareLine name="cli" text={`parlor join ${table.post_id} --server ${shareUrl.replace(/\/+$/, '')}`} />
        {isLoopback(shareUrl) ? (
          <>
            <p className="small faint">{t('this_computer')}</p>
            {community.embedded && (
              <Button className={styles.start} data-action="let-in" onClick={() => setQuery({ network: '' })}>
                <IconDoorEnter size={17} stroke={1.75} aria-hidden="true" />
                {network('let_in')}
              </Button>
            )}
          </>
        ) : (
          <>
            <QrCode text={link} label={network('qr')} />
            <p className="small faint">{network('qr_note')}</p>
          </>
        )}
      </section>
    </Sheet>
  );
}

function ShareLine({ name, text }: { name: 'link' | 'cli'; text: string }) {
  const { t } = useTranslation('hosting');
  const copy = useCopy();
  return (
    <div className={styles.share}>
      <span className={styles.label} id={`share-${name}`}>
        {t(name)}
      </span>
      <code className={styles.code} data-share={name}>
        {text}
      </code>
      <Button aria-describedby={`share-${name}`} onClick={() => copy(text)}>
        {t('copy')}
      </Button>
    </div>
  );
}

function Withdraw({ postId, onDone }: { postId: string; onDone(): void }) {
  const { t } = useTranslation('hosting');
  const bridge = useBridge();
  const words = useProblemWords();
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (sure) keep.current?.focus();
  }, [sure]);
  const withdraw = async () => {
    setBusy(true);
    try {
      await bridge.tables.withdraw({ post_id: postId });
      onDone();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  if (!sure) {
    return (
      <Button className="end" onClick={() => setSure(true)}>
        {t('withdraw')}
      </Button>
    );
  }
  return (
    <>
      <p className="small dim">{problem ? words(problem).body : t('withdraw_sure')}</p>
      <Button ref={keep} className="end" onClick={() => setSure(false)}>
        {t('keep')}
      </Button>
      <Button look="danger" aria-disabled={busy || undefined} onClick={() => !busy && void withdraw()}>
        {t(busy ? 'withdrawing' : 'withdraw')}
      </Button>
    </>
  );
}
