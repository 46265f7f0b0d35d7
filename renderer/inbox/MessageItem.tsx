import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxMessage, SentInboxMessage } from '../../shared/bridge/contract.ts';
import { challengedBoard, challengeWords } from '../../shared/inbox/challenge.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock } from '../core/clock.ts';
import { useApp } from '../core/context.tsx';
import { Report } from '../people/report.ts';
import { useOffersReports } from '../people/use-offers-reports.ts';
import { formatTime } from '../ui/format.ts';
import { TextButton } from '../ui/TextButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { type Message, messageId } from './conversations.ts';
import { InvitationCard } from './InvitationCard.tsx';
import { findInvitation } from './invitation.ts';
import styles from './MessageItem.module.css';
import { SenderProof } from './SenderProof.tsx';
import { useTimeLeft } from './time-left.ts';
import { useInvitation } from './use-invitation.ts';

interface MessageItemProps {
  message: Message;
  /** The correspondent's name. */
  name: string;
  tabIndex: number;
  onFocus(): void;
  onDelete(): void;
}

/** One message: text, invitation, and delivery state. */
export function MessageItem({ message, name, tabIndex, onFocus, onDelete }: MessageItemProps) {
  const { t } = useTranslation('inbox');
  const [detailsOpen, setDetailsOpen] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const offersReports = useOffersReports();
  const { kind, content } = message;
  const writer = kind === 'received' ? content.writer : null;
  return (
    <li
      className={`${styles.message} col`}
      data-message={messageId(message)}
      data-kind={kind}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      {kind === 'received' ? <ReceivedMessage message={content} name={name} /> : <SentMessage message={content} />}
      <div className={`${styles.meta} row wrap micro faint`}>
        <DeliveryState message={message} />
        <span className={styles.actions}>
          {kind === 'received' && (
            <TextButton aria-expanded={detailsOpen} onClick={() => setDetailsOpen(!detailsOpen)}>
              {t(detailsOpen ? 'thread.hide' : 'thread.details')}
            </TextButton>
          )}
          {writer && !writer.house && offersReports && (
            <TextButton data-action="report" onClick={() => setIsReporting(true)}>
              {t('contact.report')}
            </TextButton>
          )}
          <TextButton onClick={onDelete}>{t('delete')}</TextButton>
        </span>
      </div>
      {isReporting && writer && (
        <Report
          publicKey={writer.public_key}
          name={writer.name}
          about={{ kind: 'message', id: content.id }}
          onClose={() => setIsReporting(false)}
        />
      )}
      {detailsOpen && kind === 'received' && <SenderProof message={content} />}
    </li>
  );
}

function ReceivedMessage({ message, name }: { message: InboxMessage; name: string }) {
  const { i18n } = useTranslation('inbox');
  const communityUrl = useApp((app) => app.community.url);
  const invitation = findInvitation(message, communityUrl);
  const heading = `${isolatedName(name)} · ${formatTime(i18n.language, message.created_at)}`;
  const text = message.text ?? '';
  // The card stands for the link of a challenge.
  const words = (invitation && challengeWords(text, invitation.post_id)) ?? text;
  return (
    <>
      {words === '' && invitation ? (
        <p className="micro faint">{heading}</p>
      ) : (
        <UntrustedText heading={heading} text={words} />
      )}
      {invitation && (
        <InvitationCard
          invitation={invitation}
          writer={message.writer}
          terms={{ invitedTo: message.invited_to, to: null, board: challengedBoard(text, invitation.post_id) }}
        />
      )}
    </>
  );
}

function SentMessage({ message }: { message: SentInboxMessage }) {
  const { t, i18n } = useTranslation('inbox');
  const communityUrl = useApp((app) => app.community.url);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const nickname = useApp((app) => app.identity?.nickname ?? '');
  const invitation = findInvitation({ text: message.text, table: null }, communityUrl);
  const words = (invitation && challengeWords(message.text, invitation.post_id)) ?? message.text;
  const heading = [
    `${t('thread.you')} · ${formatTime(i18n.language, message.sent_at)}`,
    ...(message.signed ? [] : [t('thread.anonymous')]),
  ].join(' · ');
  return (
    <>
      {words === '' && invitation ? (
        <p className="micro faint">{heading}</p>
      ) : (
        <div className={styles.sent}>
          <span className="block micro faint">{heading}</span>
          <span dir="auto" className="verbatim">
            {words}
          </span>
        </div>
      )}
      {invitation && (
        <InvitationCard
          invitation={invitation}
          writer={{ public_key: ownKey, name: nickname, house: false }}
          terms={{
            invitedTo: message.invited_to,
            to: message.to,
            board: challengedBoard(message.text, invitation.post_id),
          }}
        />
      )}
    </>
  );
}

/** Whether the community still holds the message (24 hours) or only this computer does. */
function DeliveryState({ message }: { message: Message }) {
  const communityUrl = useApp((app) => app.community.url);
  if (message.kind === 'received')
    return <HeldState kind="received" expiresAt={message.content.expires_at} isHeld={message.content.held} />;
  const { content } = message;
  const invitation = findInvitation({ text: content.text, table: null }, communityUrl);
  return invitation?.foreignServer === null ? (
    <SentInvitationState message={content} postId={invitation.post_id} />
  ) : (
    <HeldState kind="sent" expiresAt={content.expires_at} isHeld />
  );
}

/** An invitation that was answered or is over frees its slot at the recipient's, so nobody here knows whether it is still held. */
function SentInvitationState({ message, postId }: { message: SentInboxMessage; postId: string }) {
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const { offer, table, isDeclined } = useInvitation(postId, ownKey, message.invited_to);
  return <HeldState kind="sent" expiresAt={message.expires_at} isHeld={offer !== null && !table && !isDeclined} />;
}

function HeldState({ kind, expiresAt, isHeld }: { kind: Message['kind']; expiresAt: number; isHeld: boolean }) {
  const { t } = useTranslation('inbox');
  const now = useClock(isHeld, 30_000, communityClock);
  const timeLeft = useTimeLeft()(expiresAt, now);
  return <span>{isHeld && timeLeft ? t(`state.${kind}.held`, { time: timeLeft }) : t(`state.${kind}.gone`)}</span>;
}
