import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useQuery } from '../core/hash-location.ts';
import { asProblem } from '../core/problem.ts';
import { useRoomKeys } from '../core/room-keys.ts';
import { Button } from '../ui/Button.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { ContactList } from './ContactList.tsx';
import { ContactPane, NewContact } from './ContactPane.tsx';
import { ConversationList, UnverifiedList } from './ConversationList.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import styles from './InboxRoom.module.css';
import { EmptyPane, MissingPane } from './Pane.tsx';
import { parseInboxPath, type Section, sectionPath, sections } from './path.ts';
import { Notices, QuotaCard } from './Quota.tsx';
import { useConversation, useInboxStatus, useReadMessage } from './queries.ts';
import { RecipientPane } from './RecipientPane.tsx';
import { Sections } from './Sections.tsx';
import { UnverifiedPane } from './UnverifiedPane.tsx';
import { titleId } from './VirtualList.tsx';

const debounceMs = 120;

/**
 * The inbox:
 * - main holds the messages, groups them by verified sender into sections, searches them and returns the rows on screen (VirtualList.tsx,
 *   row-windows.ts) and the page of an opened conversation (queries.ts); core/inbox-feed.ts holds the numbers;
 * - the address decides what is open (path.ts): a conversation, an unverified message, a contact or a form;
 * - an opened conversation marks its messages as read (ConversationPane.tsx);
 * - deletions are deferred and can be undone (delete-with-undo.ts, core/undo-queue.ts); until then, main leaves out what they delete.
 */
export function InboxRoom() {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const [path, navigate] = useLocation();
  const query = useQuery();
  const inbox = useInboxStatus();
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [searchText, setSearchText] = useState('');
  const [searchQuery] = useDebouncedValue(searchText.slice(0, 200), searchText === '' ? 0 : debounceMs);
  const searchRef = useRef<HTMLInputElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(tApp('room.inbox'));

  const inboxLocation = parseInboxPath(path, query);
  const openMessageId = inboxLocation.open === 'message' ? inboxLocation.id : null;
  const message = useReadMessage(openMessageId);
  const openMessage = openMessageId === null ? undefined : message.data;
  // A message with a verified sender opens their conversation.
  const personKey =
    inboxLocation.open === 'person' ? inboxLocation.publicKey : (openMessage?.writer?.public_key ?? null);
  const { conversation } = useConversation(personKey);

  const counts = sections.map((id) => ({ id, ...inbox.sections[id] }));

  // The room opens at the first section with unread messages, and stays there after they are read.
  const [firstSection, setFirstSection] = useState<Section | null>(null);
  if (firstSection === null && inbox.received_count > 0) {
    setFirstSection(
      counts.find(({ unread }) => unread > 0)?.id ?? counts.find(({ count }) => count > 0)?.id ?? 'people',
    );
  }
  const [lastSection, setLastSection] = useState<Section | null>(null);
  const openSection =
    inboxLocation.section ??
    (personKey === null ? null : conversation?.section) ??
    (openMessage && openMessage.writer === null ? 'unverified' : null);
  const section = openSection ?? lastSection ?? firstSection ?? 'people';
  if (openSection !== null && openSection !== lastSection) setLastSection(openSection);

  const close = () => {
    const row = document.querySelector<HTMLElement>('[data-row][aria-current="true"]');
    navigate(sectionPath(section));
    (row ?? titleRef.current)?.focus();
  };
  useRoomKeys(searchRef, inboxLocation.open !== null ? close : null);

  const pane: ReactNode =
    personKey !== null ? (
      <ConversationPane key={personKey} publicKey={personKey} onClose={close} />
    ) : inboxLocation.open === 'message' ? (
      openMessage ? (
        <UnverifiedPane key={openMessage.id} message={openMessage} onClose={close} />
      ) : message.error ? (
        <MissingPane problem={asProblem(message.error)} onClose={close} />
      ) : null
    ) : inboxLocation.open === 'new' ? (
      <RecipientPane onClose={close} />
    ) : inboxLocation.open === 'contact' ? (
      <ContactPane key={inboxLocation.publicKey} publicKey={inboxLocation.publicKey} onClose={close} />
    ) : inboxLocation.open === 'new_contact' ? (
      <NewContact onClose={close} />
    ) : null;

  const isNew = inbox.received_count + inbox.sent_count === 0;
  const itemCount = counts.find(({ id }) => id === section)?.count ?? 0;
  const hint = section === 'contacts' || section === 'blocked' ? t('empty.pick_contact') : t('empty.pick_message');
  return (
    <div className={styles.room} data-pane={pane !== null || undefined}>
      <section className={`${styles.sections} col`} aria-labelledby={titleId}>
        <header className={`${styles.title} row wrap`}>
          <h1 id={titleId} ref={titleRef} tabIndex={-1}>
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
            query={searchQuery}
            openKey={inboxLocation.open === 'contact' ? inboxLocation.publicKey : null}
          />
        ) : section === 'unverified' ? (
          <UnverifiedList status={inbox.status} query={searchQuery} openId={openMessage?.id ?? null} />
        ) : (
          <ConversationList
            section={section}
            isNew={isNew}
            status={inbox.status}
            query={searchQuery}
            openId={personKey}
          />
        )}
      </section>
      {pane ?? (!compact && <EmptyPane text={itemCount === 0 ? null : hint} />)}
    </div>
  );
}
