import { IconMail, IconTicket, IconUserQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Conversation, ConversationRow, InboxMessage, InboxStatus } from '../../shared/bridge/contract.ts';
import { withoutJoinLinks } from '../../shared/community/join-links.ts';
import { withoutBoardLine } from '../../shared/inbox/challenge.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock } from '../core/clock.ts';
import { useApp } from '../core/context.tsx';
import { writePath } from '../core/rooms.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatDay, formatTime, shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import { daysBetween } from './conversations.ts';
import { useDeleteMessage, useDeleteMessages } from './delete-with-undo.ts';
import { findInvitation } from './invitation.ts';
import { messagePath, sectionPath } from './path.ts';
import styles from './VirtualList.module.css';
import { VirtualList } from './VirtualList.tsx';

type Status = InboxStatus['status'];

interface ConversationListProps {
  section: Conversation['section'];
  /** There are no messages at all yet. */
  isNew: boolean;
  status: Status;
  query: string;
  openId: string | null;
}

/** One row per correspondent. */
export function ConversationList({ section, isNew, status, query, openId }: ConversationListProps) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const remove = useDeleteMessages();
  return (
    <VirtualList
      key={section}
      label={t('list.conversations')}
      query={query}
      load={(bridge, request) => bridge.inbox.conversations({ ...request, section })}
      rowOf={({ person: { public_key } }) => ({ id: public_key, href: writePath(public_key) })}
      openId={openId}
      onDelete={({ person: { public_key }, last }) => {
        remove({ with: public_key, until: last.at }, t('deleted.conversation'));
        if (public_key === openId) navigate(sectionPath(section));
      }}
      newRowsLabel={(count) => t('came', { count })}
      render={(row) => <ConversationRowContent row={row} />}
      empty={<EmptySection section={isNew ? 'all' : section} status={status} />}
      foot={(isEmpty) => (isEmpty ? t('none_found') : section === 'requests' ? t('section.requests.foot') : null)}
    />
  );
}

interface UnverifiedListProps {
  status: Status;
  query: string;
  openId: number | null;
}

/** Messages without a verified sender, one row each. */
export function UnverifiedList({ status, query, openId }: UnverifiedListProps) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const remove = useDeleteMessage();
  return (
    <VirtualList
      key="unverified"
      label={t('list.unverified')}
      query={query}
      load={(bridge, request) => bridge.inbox.unverified(request)}
      rowOf={({ id }) => ({ id: `${id}`, href: messagePath(id) })}
      openId={openId === null ? null : `${openId}`}
      onDelete={(message) => {
        remove({ kind: 'received', at: message.created_at, content: message });
        if (message.id === openId) navigate(sectionPath('unverified'));
      }}
      newRowsLabel={(count) => t('came', { count })}
      render={(message) => <UnverifiedRow message={message} />}
      empty={<EmptySection section="unverified" status={status} />}
      foot={(isEmpty) => (isEmpty ? t('none_found') : t('section.unverified.foot'))}
    />
  );
}

function ConversationRowContent({ row: { person, last, unread, ambiguous } }: { row: ConversationRow }) {
  const { t } = useTranslation('inbox');
  const { public_key, name, house } = person;
  const book = useLabelBook();
  const { invited_to } = last.content;
  const game = invited_to && escapeInvisible(book.labelsFor(invited_to.protocol_id).name(invited_to.protocol_name));
  const words = withoutJoinLinks(
    withoutBoardLine(last.content.text ?? ''),
    !invited_to || !game
      ? t('list.table_link')
      : last.kind === 'sent'
        ? t('list.invitation', { game })
        : t(invited_to.game ? 'list.challenge' : 'list.invited', { game }),
  );
  return (
    <RowContent
      picture={<Identicon publicKey={public_key} house={house} size={38} />}
      name={isolatedName(name)}
      badge={<LookAlike person={{ public_key, nickname: name, house }} />}
      publicKey={ambiguous ? public_key : null}
      unread={unread}
      sentAt={last.at}
      message={last.kind === 'received' ? last.content : null}
      summary={
        last.kind === 'sent' ? (
          <span dir="auto">{t('thread.you_wrote', { words: isolatedName(words) })}</span>
        ) : (
          <UntrustedLine text={words} />
        )
      }
    />
  );
}

function UnverifiedRow({ message }: { message: InboxMessage }) {
  const { t } = useTranslation('inbox');
  const { read_at, created_at, signature } = message;
  const text = message.text === null ? null : withoutJoinLinks(withoutBoardLine(message.text), t('list.table_link'));
  return (
    <RowContent
      picture={<IconUserQuestion size={28} stroke={1.5} className="faint" aria-hidden="true" />}
      name={t(signature === 'invalid' ? 'unverified.invalid' : 'unverified.title')}
      publicKey={null}
      unread={read_at === null ? 1 : 0}
      sentAt={created_at}
      message={message}
      summary={text === null ? <i>{t('unverified.unreadable')}</i> : <UntrustedLine text={text} />}
    />
  );
}

interface RowContentProps {
  picture: ReactNode;
  name: string;
  badge?: ReactNode;
  publicKey: string | null;
  unread: number;
  sentAt: number;
  summary: ReactNode;
  /** The message shown, if received; it may contain an invitation. */
  message: InboxMessage | null;
}

function RowContent({ picture, name, badge, publicKey, unread, sentAt, summary, message }: RowContentProps) {
  const { t, i18n } = useTranslation('inbox');
  const communityUrl = useApp((app) => app.community.url);
  const now = useClock(true, 60_000, communityClock);
  const daysAgo = daysBetween(sentAt, now);
  return (
    <>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.body}>
        <span className="row">
          <b className="truncate">{name}</b>
          {badge}
          {publicKey && <span className="mono micro faint">{shortHash(publicKey)}</span>}
          <span className="end small faint nowrap">
            {daysAgo === 0
              ? formatTime(i18n.language, sentAt)
              : daysAgo === 1
                ? t('thread.yesterday')
                : formatDay(i18n.language, sentAt)}
          </span>
        </span>
        <span className={`${styles.summary} row small dim`}>
          {message && findInvitation(message, communityUrl) && (
            <IconTicket size={15} stroke={1.75} role="img" aria-label={t('invitation')} />
          )}
          <span className="truncate grow">{summary}</span>
          {unread > 0 && (
            <b className={styles.unread}>
              <span aria-hidden="true">{unread}</span>
              <span className="offscreen">{t('new_count', { count: unread })}</span>
            </b>
          )}
        </span>
      </span>
    </>
  );
}

/** Explains an empty section, or an empty inbox as a whole. */
function EmptySection({ section, status }: { section: 'all' | 'people' | 'requests' | 'unverified'; status: Status }) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  if (status === 'loading') return <SkeletonRows className={styles.list} />;
  const canWrite = section === 'all' || section === 'people';
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<IconMail size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t(`empty.${section}.title`)}
        actions={canWrite && <Button onClick={() => navigate('/inbox/new')}>{t('write')}</Button>}
      >
        {t(`empty.${section}.body`)}
      </EmptyState>
    </div>
  );
}
