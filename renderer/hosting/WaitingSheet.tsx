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
import { Redirect } from 'wouter';
import { isLoopbackAddress } from '../../shared/community/address.ts';
import { joinLink } from '../../shared/community/join-links.ts';
import { isRated } from '../../shared/community/rating.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge, useHosting, useNotices } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useAction } from '../core/use-action.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { useTableOfPost } from '../core/use-table.ts';
import { useShareUrl } from '../local-network/share-url.ts';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatDayTime } from '../ui/format.ts';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { reveal } from '../ui/reveal.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { CappedNote } from './CappedNote.tsx';
import { closingTime, findHostedTable } from './host-request.ts';
import { UnseatedGuest } from './UnseatedGuest.tsx';
import { UnsentInvitation } from './UnsentInvitation.tsx';
import { useChallengedName } from './use-challenged-name.ts';

interface WaitingSheetProps {
  postId: string;
  onClose(): void;
}

/** The sheet of an own table. Once its guest has joined, coming back to its address leads to the game. */
export function WaitingSheet(props: WaitingSheetProps) {
  const runningId = useTableOfPost(props.postId);
  // While the sheet is open, GuestArrivals decides whether the window goes to the table.
  const [arrivedId] = useState(runningId);
  return arrivedId === null ? <OpenTable {...props} /> : <Redirect to={`/tables/${arrivedId}`} replace />;
}

/** An own table waiting for a guest: how to share it, how long it stays open, and how to withdraw it. */
function OpenTable({ postId, onClose }: WaitingSheetProps) {
  const { t, i18n } = useTranslation('hosting');
  const hosting = useHosting();
  const communityName = useCommunityName();
  const paceText = usePaceText();
  const book = useLabelBook();
  const table = findHostedTable(hosting, postId);
  const guestName = useChallengedName(table?.for_public_key ?? null);
  const refuser = useNotices()?.declined.find(({ post_id }) => post_id === postId)?.peer;
  const currentId = table?.post_id;
  useEffect(() => {
    // The invitation was replaced because this computer's addresses changed.
    if (currentId !== undefined && currentId !== postId) setQuery({ mine: currentId }, { replace: true });
  }, [currentId, postId]);
  if (!table) {
    return (
      <Sheet title={t('yours_one')} onClose={onClose}>
        <EmptyState
          icon={<IconArmchair size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={refuser ? t('declined_title', { name: isolatedName(refuser.name) }) : t('gone_title')}
        >
          {refuser ? t('declined', { name: isolatedName(refuser.name) }) : t('gone')}
        </EmptyState>
      </Sheet>
    );
  }
  const { protocol_name, options, control_mode, message, unrated, visibility, for_public_key } = table;
  const closeTime = closingTime(table);
  const labels = book.labelsFor(table.protocol_id);
  const points = unrated ? t('no_points') : isRated(table.family) ? t('rated') : '';
  const terms = [labels.options(options), paceText.forOptions(options), points];
  return (
    <Sheet
      title={t('waiting_title')}
      note={
        <span className="row wrap">
          <b>{escapeInvisible(protocol_name)}</b>
          <ModeBadge mode={control_mode} claimed={false} />
        </span>
      }
      onClose={onClose}
      footer={<WithdrawButton postId={table.post_id} onDone={onClose} />}
    >
      <div className="col gap4">
        <p className="small dim">{labels.list(terms)}</p>
        {message !== '' && (
          <p>
            <bdi dir="auto">{escapeInvisible(message)}</bdi>
          </p>
        )}
        <UnsentInvitation table={table} />
        <UnseatedGuest unseated={table.unseated} />
        <CappedNote publicKey={for_public_key} family={unrated ? null : table.family} />
        <ul className="col">
          <li className="row top">
            <IconArmchair size={18} stroke={1.75} aria-hidden="true" className="good" />
            <span role="status">
              {!for_public_key ? t('opens') : t(table.arriving ? 'arriving' : 'opens_for', { name: guestName })}
            </span>
          </li>
          <li className="row top">
            {for_public_key ? (
              <IconKey size={18} stroke={1.75} aria-hidden="true" />
            ) : visibility === 'unlisted' ? (
              <IconEyeOff size={18} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconUsers size={18} stroke={1.75} aria-hidden="true" />
            )}
            <span>
              {for_public_key
                ? t('only_for', { name: guestName })
                : t(`audience_note.${visibility}`, { community: communityName })}
            </span>
          </li>
          <li className="row top">
            <IconClock size={18} stroke={1.75} aria-hidden="true" />
            <span>
              {closeTime === null
                ? t('stays')
                : t('stays_until', { time: formatDayTime(i18n.language, wallTimeOf(closeTime, communityClock)) })}
            </span>
          </li>
        </ul>
        {/* Nobody else could use a link. */}
        {for_public_key === null && <ShareTable postId={table.post_id} />}
      </div>
    </Sheet>
  );
}

/** The link to the table, as text, command and QR code. */
function ShareTable({ postId }: { postId: string }) {
  const { t } = useTranslation('hosting');
  const { t: tNetwork } = useTranslation('network');
  const community = useApp((app) => app.community);
  const previousUrl = useApp((app) => app.network.url_before);
  const shareUrl = useShareUrl();
  const link = joinLink(postId, shareUrl);
  const isLocalOnly = isLoopbackAddress(shareUrl);
  return (
    <section className="col" aria-labelledby="share-title">
      <h3 id="share-title">{t('share')}</h3>
      {previousUrl !== null && (
        <p className="row top small" role="alert" ref={reveal}>
          <IconAlertTriangle size={17} stroke={1.75} className="warn" aria-hidden="true" />
          <span>{tNetwork('changed', { before: previousUrl })}</span>
        </p>
      )}
      {isLocalOnly && (
        <div className="row top">
          <IconAlertTriangle size={17} stroke={1.75} className="warn" aria-hidden="true" />
          <div className="col grow">
            <p className="small">{t(community.embedded ? 'only_here_allow' : 'only_here')}</p>
            {community.embedded && (
              <Button className="start" data-action="let-in" onClick={() => setQuery({ network: '' })}>
                <IconDoorEnter size={17} stroke={1.75} aria-hidden="true" />
                {tNetwork('let_in')}
              </Button>
            )}
          </div>
        </div>
      )}
      <CopyField label={t('link')} value={link} data-share="link" />
      {!isLocalOnly && <p className="small faint">{t('link_note')}</p>}
      <CopyField label={t('cli')} value={`parlor join ${link}`} data-share="cli" />
      {!isLocalOnly && (
        <>
          <QrCode text={link} label={tNetwork('qr')} />
          <p className="small faint">{tNetwork('qr_note')}</p>
        </>
      )}
    </section>
  );
}

function WithdrawButton({ postId, onDone }: { postId: string; onDone(): void }) {
  const { t } = useTranslation('hosting');
  const bridge = useBridge();
  const problemText = useProblemText();
  const [isConfirming, setIsConfirming] = useState(false);
  const { busy, problem, run } = useAction();
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirming) keepButton.current?.focus();
  }, [isConfirming]);
  const withdraw = () => run(() => bridge.tables.withdraw({ post_id: postId }).then(onDone));
  if (!isConfirming) {
    return (
      <Button className="end" onClick={() => setIsConfirming(true)}>
        {t('withdraw')}
      </Button>
    );
  }
  return (
    <>
      <p className="small dim">{problem ? problemText(problem).body : t('withdraw_sure')}</p>
      <Button ref={keepButton} className="end" onClick={() => setIsConfirming(false)}>
        {t('keep')}
      </Button>
      <Button variant="danger" aria-disabled={busy || undefined} onClick={() => void withdraw()}>
        {t(busy ? 'withdrawing' : 'withdraw')}
      </Button>
    </>
  );
}
