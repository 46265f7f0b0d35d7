import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCommunityName } from '../core/community-name.ts';
import { useBridge, useInbox } from '../core/context.tsx';
import { ChallengeButton } from '../hosting/ChallengeButton.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { Composer } from './Composer.tsx';
import { useContacts } from './contacts.ts';
import { type Conversation as Exchange, emptyConversation } from './conversations.ts';
import { useDeleteMessages } from './delete-with-undo.ts';
import { Pane } from './Pane.tsx';
import { contactPath } from './path.ts';
import { useGameCount, useNameOf } from './queries.ts';
import { Thread } from './Thread.tsx';

interface ConversationPaneProps {
  publicKey: string;
  /** Undefined if there are no messages yet. */
  conversation: Exchange | undefined;
  onClose(): void;
}

/** All messages exchanged with one person, oldest first, and the composer. */
export function ConversationPane({ publicKey, conversation: existingConversation, onClose }: ConversationPaneProps) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const community = useCommunityName();
  const contact = useInbox(({ contacts }) => contacts.find(({ public_key }) => public_key === publicKey));
  const profile = useNameOf(publicKey);
  const gameCount = useGameCount(publicKey);
  const { add, block, unblock } = useContacts();
  const remove = useDeleteMessages();
  const field = useRef<HTMLTextAreaElement>(null);
  const conversation =
    existingConversation ??
    emptyConversation({ public_key: publicKey, name: profile.name ?? shortHash(publicKey), house: profile.house });
  const { name, house, messages } = conversation;
  const blocked = contact?.blocked ?? false;
  const isWritable = !house && !blocked;

  const unreadReceived = messages.flatMap(({ kind, content }) =>
    kind === 'received' && content.read_at === null ? [content.id] : [],
  );
  const unreadIds = unreadReceived.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the ids, as the list is new with every snapshot
  useEffect(() => {
    for (const id of unreadReceived) bridge.inbox.read({ id }).catch(() => {});
  }, [bridge, unreadIds]);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <Pane
      picture={<Identicon publicKey={publicKey} house={house} size={40} />}
      title={<PersonLink person={{ public_key: publicKey, nickname: name }} />}
      badge={<LookAlike person={{ public_key: publicKey, nickname: name, house }} />}
      note={
        <>
          <CopyButton value={publicKey} label={shortHash(publicKey)} />
          {house && <span>{t('house')}</span>}
          {gameCount > 0 && <span>{t('together', { count: gameCount })}</span>}
        </>
      }
      actions={
        <>
          {!house &&
            (contact ? (
              <Button size="sm" onClick={() => navigate(contactPath(publicKey, blocked ? 'blocked' : 'contacts'))}>
                {t('contact.open')}
              </Button>
            ) : (
              <Button size="sm" onClick={() => add(conversation)}>
                {t('contact.add')}
              </Button>
            ))}
          {isWritable && <ChallengeButton publicKey={publicKey} size="sm" />}
          {!house && (
            <Button
              size="sm"
              onClick={() => {
                if (blocked) return unblock(publicKey);
                block(conversation);
                onClose();
              }}
            >
              {t(blocked ? 'contact.unblock' : 'contact.block')}
            </Button>
          )}
          {messages.length > 0 && (
            <Button
              size="sm"
              onClick={() => {
                remove(messages, t('deleted.conversation'));
                onClose();
              }}
            >
              {t('delete')}
            </Button>
          )}
        </>
      }
      foot={
        isWritable ? (
          <Composer recipient={conversation} ref={field} />
        ) : (
          <p className="small dim">{t(house ? 'compose.house' : 'compose.blocked')}</p>
        )
      }
      focusField={isWritable}
      onClose={onClose}
    >
      {existingConversation ? (
        <Thread conversation={existingConversation} />
      ) : (
        <p className="small dim" role="status">
          {profile.missing ? t('compose.nobody_key', { community }) : t('thread.empty')}
        </p>
      )}
    </Pane>
  );
}
