import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCommunityName } from '../core/community-name.ts';
import { useBridge, useContactName, useHosting } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { contactPath } from '../core/rooms.ts';
import { useChange } from '../core/use-change.ts';
import { ChallengeButton } from '../hosting/ChallengeButton.tsx';
import { UnsentInvitation } from '../hosting/UnsentInvitation.tsx';
import { useContacts } from '../people/contacts.ts';
import { useBlocking } from '../people/use-blocking.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Composer } from './Composer.tsx';
import { useDeleteMessages } from './delete-with-undo.ts';
import { Pane } from './Pane.tsx';
import { useConversation, useGameCount, useNameOf } from './queries.ts';
import { Thread } from './Thread.tsx';

interface ConversationPaneProps {
  publicKey: string;
  onClose(): void;
}

/** All messages exchanged with one person, oldest first, and the composer. */
export function ConversationPane({ publicKey, onClose }: ConversationPaneProps) {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const community = useCommunityName();
  const contact = useContactName(publicKey);
  const profile = useNameOf(publicKey);
  const gameCount = useGameCount(publicKey);
  const contacts = useContacts();
  const { change: markRead, problem: readProblem } = useChange((until: number) =>
    bridge.inbox.read({ with: publicKey, until }),
  );
  const remove = useDeleteMessages();
  const field = useRef<HTMLTextAreaElement>(null);
  /** False once another pane has taken the place of this one, which `onClose` would close. */
  const isOpen = useRef(true);
  const { conversation, messages, isLoading, problem, retry, loadEarlier } = useConversation(publicKey);
  const person = conversation?.person ?? {
    ...{ public_key: publicKey, name: profile.name ?? shortHash(publicKey), house: profile.house },
  };
  const { name, house } = person;
  const { isBlocked: blocked, toggle, dialog } = useBlocking(contacts, person, () => isOpen.current && onClose());
  const isWritable = !house && !blocked;

  const unread = conversation?.unread ?? 0;
  const newestAt = messages.at(-1)?.at ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the messages that are unread now
  useEffect(() => {
    if (unread > 0) markRead(newestAt);
  }, [bridge, publicKey, unread, newestAt]);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

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
              <Button size="sm" aria-disabled={contacts.busy || undefined} onClick={() => contacts.add(person)}>
                {t('contact.add')}
              </Button>
            ))}
          {isWritable && <ChallengeButton publicKey={publicKey} size="sm" />}
          {!house && (
            <Button size="sm" aria-disabled={contacts.busy || undefined} onClick={toggle}>
              {t(blocked ? 'contact.unblock' : 'contact.block')}
            </Button>
          )}
          {(isLoading || messages.length > 0) && (
            <Button
              size="sm"
              disabled={isLoading}
              onClick={() => {
                remove({ with: publicKey, until: newestAt }, t('deleted.conversation'));
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
          <Composer recipient={person} ref={field} />
        ) : (
          <p className="small dim">{t(house ? 'compose.house' : 'compose.blocked')}</p>
        )
      }
      focusField={isWritable}
      onClose={onClose}
    >
      {dialog}
      {[contacts.problem, readProblem].map((each) => each && <ProblemLine key={each.code} problem={each} />)}
      {messages.length > 0 ? (
        <Thread person={person} messages={messages} onEarlier={loadEarlier} />
      ) : problem ? null : isLoading ? (
        <SkeletonRows />
      ) : (
        <p className="small dim" role="status">
          {profile.missing ? t('compose.nobody_key', { community }) : t('thread.empty')}
        </p>
      )}
      <UnsentInvitations publicKey={publicKey} />
      {problem && <ProblemLine problem={problem} />}
      {problem && (
        <div>
          <Button size="sm" onClick={retry}>
            {tApp('try_now')}
          </Button>
        </div>
      )}
    </Pane>
  );
}

/** Tables that wait for this person, who got no message of them: nothing else in the conversation tells of them. */
function UnsentInvitations({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('inbox');
  const unsent = useHosting().filter((table) => table.for_public_key === publicKey && table.unsent !== undefined);
  return unsent.map((table) => (
    <div key={table.posted_at} className="row wrap">
      <UnsentInvitation table={table} />
      <Button size="sm" onClick={() => setQuery({ mine: table.post_id })}>
        {t('offer.see')}
      </Button>
    </div>
  ));
}
