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
import { EmptyPane, MissingPane } from './Pane.tsx';
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
  const [path, navigate] = useLocation();
  const query = useQuery();
  const inbox = useVisibleInbox();
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [searchText, setSearchText] = useState('');
  const searchRef = useRef<HTMLInputElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(tApp('room.inbox'));

  const conversations = useMemo(() => conversationsOf(inbox), [inbox]);
  const unverified = useMemo(() => unverifiedOf(inbox.messages), [inbox]);
  const contacts = inbox.contacts.filter(({ blocked }) => !blocked);
  const blocked = inbox.contacts.filter((contact) => contact.blocked);

  const inboxLocation = parseInboxPath(path, query);
  const openMessage =
    inboxLocation.open === 'message' ? inbox.messages.find(({ id }) => id === inboxLocation.id) : undefined;
  // A message with a verified sender opens their conversation.
  const personKey =
    inboxLocation.open === 'person' ? inboxLocation.publicKey : (openMessage?.writer?.public_key ?? null);
  const conversation = conversations.find(({ public_key }) => public_key === personKey);

  const sectionCount = (id: 'people' | 'requests'): SectionCount => {
    const sectionMembers = conversations.filter(({ section }) => section === id);
    return { id, count: sectionMembers.length, unread: sectionMembers.reduce((sum, { unread }) => sum + unread, 0) };
  };
  const counts: SectionCount[] = [
    sectionCount('people'),
    sectionCount('requests'),
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
    inboxLocation.section ??
    conversation?.section ??
    (openMessage && openMessage.writer === null ? 'unverified' : null);
  const section = openSection ?? lastSection ?? firstSection ?? 'people';
  if (openSection !== null && openSection !== lastSection) setLastSection(openSection);

  const close = () => {
    const row = document.querySelector<HTMLElement>('[data-row][aria-current="true"]');
    navigate(sectionPath(section));
    (row ?? titleRef.current)?.focus();
  };
  useRoomKeys(searchRef, inboxLocation.open !== null ? close : null);

  const isLoading = inbox.status === 'loading';
  const pane: ReactNode =
    personKey !== null ? (
      <ConversationPane key={personKey} publicKey={personKey} conversation={conversation} onClose={close} />
    ) : inboxLocation.open === 'message' ? (
      openMessage ? (
        <UnverifiedPane key={openMessage.id} message={openMessage} onClose={close} />
      ) : isLoading ? null : (
        <MissingPane onClose={close} />
      )
    ) : inboxLocation.open === 'new' ? (
      <RecipientPane onClose={close} />
    ) : inboxLocation.open === 'contact' ? (
      <ContactPane key={inboxLocation.publicKey} publicKey={inboxLocation.publicKey} onClose={close} />
    ) : inboxLocation.open === 'new_contact' ? (
      <NewContact onClose={close} />
    ) : null;

  const isNew = inbox.messages.length + inbox.sent.length === 0;
  const itemCount = counts.find(({ id }) => id === section)?.count ?? 0;
  const hint = section === 'contacts' || section === 'blocked' ? t('empty.pick_contact') : t('empty.pick_message');
  return (
    <div className={styles.room} data-pane={pane !== null || undefined}>
      <section className={`${styles.sections} col`} aria-labelledby="inbox-title">
        <header className={`${styles.title} row wrap`}>
          <h1 id="inbox-title" ref={titleRef} tabIndex={-1}>
            {tApp('room.inbox')}
          </h1>
          <Button variant="primary" size="sm" className="end" onClick={() => navigate('/inbox/new')}>
            <IconPencil size={16} stroke={1.75} aria-hidden="true" />
            {t('write')}
          </Button>
        </header>
        <Sections counts={counts} section={section} onPick={() => setSearchText('')} />
        <QuotaCard inbox={inbox} onCleared={() => navigate(sectionPath(section))} />
      </section>
      <section className={styles.middle} aria-labelledby="section-title">
        <header className={`${styles.head} row gap3`}>
          <h2 id="section-title">{t(`section.${section}.title`)}</h2>
          <SearchField ref={searchRef} label={t('search')} value={searchText} onChange={setSearchText} />
        </header>
        <Notices inbox={inbox} />
        {section === 'contacts' || section === 'blocked' ? (
          <ContactList
            section={section}
            contacts={section === 'contacts' ? contacts : blocked}
            query={searchText}
            openKey={inboxLocation.open === 'contact' ? inboxLocation.publicKey : null}
          />
        ) : section === 'unverified' ? (
          <UnverifiedList
            messages={unverified}
            status={inbox.status}
            query={searchText}
            openId={openMessage?.id ?? null}
          />
        ) : (
          <ConversationList
            conversations={conversations}
            section={section}
            isNew={isNew}
            status={inbox.status}
            query={searchText}
            openId={personKey}
          />
        )}
      </section>
      {pane ?? (!compact && <EmptyPane text={itemCount === 0 ? null : hint} />)}
    </div>
  );
}
