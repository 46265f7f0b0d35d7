import { useMediaQuery } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useQuery } from '../core/hash-location.ts';
import { useRoomKeys } from '../core/room-keys.ts';
import { Button } from '../ui/Button.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { ContactList } from './ContactList.tsx';
import { ContactPane, NewContact } from './ContactPane.tsx';
import { ConversationList, UnverifiedList } from './ConversationList.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import { conversationsOf, unverifiedOf } from './conversations.ts';
import styles from './InboxRoom.module.css';
import { unreadCount } from './inbox-filters.ts';
import { EmptyPane, PaneGone } from './Pane.tsx';
import { parseInboxPath, type Section, sectionPath } from './path.ts';
import { Notices, QuotaCard } from './Quota.tsx';
import { useVisibleInbox } from './queries.ts';
import { RecipientPane } from './RecipientPane.tsx';
import { type SectionCount, Sections } from './Sections.tsx';
import { UnverifiedPane } from './UnverifiedPane.tsx';

/**
 * The inbox:
 * - core/live.ts holds the decrypted messages and contacts; `useVisibleInbox` hides what is being deleted;
 * - conversations.ts groups messages by verified sender into sections;
 * - the address decides what is open (path.ts): a conversation, an unverified message, a contact or a form;
 * - an opened conversation marks its messages as read (ConversationPane.tsx);
 * - deletions are deferred and can be undone (delete-with-undo.ts, core/undo-queue.ts).
 */
export function InboxRoom() {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const [path, go] = useLocation();
  const query = useQuery();
  const inbox = useVisibleInbox();
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  usePageTitle(tApp('room.inbox'));

  const conversations = useMemo(() => conversationsOf(inbox), [inbox]);
  const unverified = useMemo(() => unverifiedOf(inbox.messages), [inbox]);
  const contacts = inbox.contacts.filter(({ blocked }) => !blocked);
  const blocked = inbox.contacts.filter((each) => each.blocked);

  const inboxLocation = parseInboxPath(path, query);
  const message =
    inboxLocation.open === 'message' ? inbox.messages.find(({ id }) => id === inboxLocation.id) : undefined;
  // A message with a verified sender opens their conversation.
  const person = inboxLocation.open === 'person' ? inboxLocation.publicKey : (message?.writer?.public_key ?? null);
  const conversation = conversations.find(({ public_key }) => public_key === person);

  const countOf = (id: 'people' | 'requests'): SectionCount => {
    const members = conversations.filter(({ section }) => section === id);
    return { id, count: members.length, unread: members.reduce((sum, { unread }) => sum + unread, 0) };
  };
  const counts: SectionCount[] = [
    countOf('people'),
    countOf('requests'),
    { id: 'unverified', count: unverified.length, unread: unreadCount(unverified) },
    { id: 'contacts', count: contacts.length, unread: 0 },
    { id: 'blocked', count: blocked.length, unread: 0 },
  ];

  // The room opens at the first section with unread messages, and stays there after they are read.
  const [firstSection, setFirstSection] = useState<Section | null>(null);
  if (firstSection === null && inbox.messages.length > 0) {
    setFirstSection(
      counts.find(({ unread }) => unread > 0)?.id ?? counts.find(({ count }) => count > 0)?.id ?? 'people',
    );
  }
  const [lastSection, setLastSection] = useState<Section | null>(null);
  const openSection =
    inboxLocation.section ?? conversation?.section ?? (message && message.writer === null ? 'unverified' : null);
  const section = openSection ?? lastSection ?? firstSection ?? 'people';
  if (openSection !== null && openSection !== lastSection) setLastSection(openSection);

  const close = () => {
    const row = document.querySelector<HTMLElement>('[data-row][aria-current="true"]');
    go(sectionPath(section));
    (row ?? title.current)?.focus();
  };
  useRoomKeys(search, inboxLocation.open !== null ? close : null);

  const isLoading = inbox.status === 'loading';
  const pane: ReactNode =
    person !== null ? (
      <ConversationPane key={person} publicKey={person} conversation={conversation} onClose={close} />
    ) : inboxLocation.open === 'message' ? (
      message ? (
        <UnverifiedPane key={message.id} message={message} onClose={close} />
      ) : isLoading ? null : (
        <PaneGone onClose={close} />
      )
    ) : inboxLocation.open === 'new' ? (
      <RecipientPane onClose={close} />
    ) : inboxLocation.open === 'contact' ? (
      <ContactPane key={inboxLocation.publicKey} publicKey={inboxLocation.publicKey} onClose={close} />
    ) : inboxLocation.open === 'new_contact' ? (
      <NewContact onClose={close} />
    ) : null;

  const isNew = inbox.messages.length + inbox.sent.length === 0;
  const shownCount = counts.find(({ id }) => id === section)?.count ?? 0;
  const hint = section === 'contacts' || section === 'blocked' ? t('empty.pick_contact') : t('empty.pick_message');
  return (
    <div className={styles.room} data-pane={pane !== null || undefined}>
      <section className={`${styles.sections} col`} aria-labelledby="inbox-title">
        <header className={`${styles.title} row wrap`}>
          <h1 id="inbox-title" ref={title} tabIndex={-1}>
            {tApp('room.inbox')}
          </h1>
          <Button look="primary" size="sm" className="end" onClick={() => go('/inbox/new')}>
            <IconPencil size={16} stroke={1.75} aria-hidden="true" />
            {t('write')}
          </Button>
        </header>
        <Sections counts={counts} section={section} onPick={() => setText('')} />
        <QuotaCard inbox={inbox} onCleared={() => go(sectionPath(section))} />
      </section>
      <section className={styles.middle} aria-labelledby="section-title">
        <header className={`${styles.head} row gap3`}>
          <h2 id="section-title">{t(`section.${section}.title`)}</h2>
          <SearchField ref={search} label={t('search')} value={text} onChange={setText} />
        </header>
        <Notices inbox={inbox} />
        {section === 'contacts' || section === 'blocked' ? (
          <ContactList
            section={section}
            contacts={section === 'contacts' ? contacts : blocked}
            text={text}
            open={inboxLocation.open === 'contact' ? inboxLocation.publicKey : null}
          />
        ) : section === 'unverified' ? (
          <UnverifiedList messages={unverified} status={inbox.status} text={text} open={message?.id ?? null} />
        ) : (
          <ConversationList
            conversations={conversations}
            section={section}
            isNew={isNew}
            status={inbox.status}
            text={text}
            open={person}
          />
        )}
      </section>
      {pane ?? (!compact && <EmptyPane text={shownCount === 0 ? null : hint} />)}
    </div>
  );
}
