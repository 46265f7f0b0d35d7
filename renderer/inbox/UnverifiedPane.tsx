import { IconUserQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { communityClock, useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { isTyping, useWindowKeys } from '../core/keys.ts';
import { runWithUndo } from '../core/toast.ts';
import { Button } from '../ui/Button.tsx';
import { formatDayTime } from '../ui/format.ts';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { useDeleteMessage } from './delete-with-undo.ts';
import { InvitationCard } from './InvitationCard.tsx';
import { removalKey } from './inbox-filters.ts';
import { findInvitation } from './invitation.ts';
import { Pane } from './Pane.tsx';
import { SenderProof } from './SenderProof.tsx';
import { useTimeLeft } from './time-left.ts';

/** A message without a verified sender, which has been read; it can't be replied to. */
export function UnverifiedPane({ message, onClose }: { message: InboxMessage; onClose(): void }) {
  const { t, i18n } = useTranslation('inbox');
  const communityUrl = useApp((app) => app.community.url);
  const { text, created_at, signature, held, expires_at } = message;
  const bridge = useBridge();
  const community = useCommunityName();
  const offersBlocks = useApp((app) => app.community.offers.blocks);
  const remove = useDeleteMessage();
  const invitation = findInvitation(message, communityUrl);
  const now = useClock(held, 30_000, communityClock);
  const timeLeft = useTimeLeft()(expires_at, now);

  const blockSender = () => {
    runWithUndo({
      kind: `block sender ${message.id}`,
      hiddenKeys: [removalKey.messages({ ids: [message.id], of: 'received' })],
      text: t('unverified.blocked', { community }),
      perform: () => bridge.inbox.block_sender({ id: message.id }),
    });
    onClose();
  };
  const deleteMessage = () => {
    remove({ kind: 'received', at: created_at, content: message });
    onClose();
  };
  useWindowKeys((event) => {
    const inPane = event.target instanceof HTMLElement && event.target.closest('[data-region="sheet"]') !== null;
    if (event.key === 'Delete' && inPane && !isTyping(event.target)) {
      event.preventDefault();
      deleteMessage();
    }
  });
  return (
    <Pane
      picture={<IconUserQuestion size={34} stroke={1.5} className="faint" aria-hidden="true" />}
      title={t(text === null ? 'unverified.unreadable' : 'unverified.title')}
      badge={signature === 'invalid' && <Tag tone="bad">{t('unverified.invalid')}</Tag>}
      note={<span>{formatDayTime(i18n.language, created_at)}</span>}
      actions={
        <>
          {held && offersBlocks && (
            <Button size="sm" data-action="block-sender" onClick={blockSender}>
              {t('unverified.block')}
            </Button>
          )}
          <Button size="sm" onClick={deleteMessage}>
            {t('delete')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {text === null ? (
        <p className="dim">{t('unverified.unreadable_note')}</p>
      ) : (
        <UntrustedText heading={t('unverified.heading')} text={text} />
      )}
      {invitation && <InvitationCard invitation={invitation} writer={null} />}
      {text !== null && <SenderProof message={message} />}
      <p className="small faint">
        {held && timeLeft ? t('state.received.held', { time: timeLeft }) : t('state.received.gone')}
      </p>
    </Pane>
  );
}
