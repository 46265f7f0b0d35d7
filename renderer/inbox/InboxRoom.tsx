import { useMediaQuery } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useQuery } from '../app/address.ts';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { usePageTitle } from '../app/Page.tsx';
import { Button } from '../look/Button.tsx';
import { SearchField } from '../look/SearchField.tsx';
import { usePresentInbox } from './asking.ts';
import { ContactList } from './ContactList.tsx';
import { ContactPane, NewContact } from './ContactPane.tsx';
import { Doors } from './Doors.tsx';
import styles from './Inbox.module.css';
import { LetterPane } from './LetterPane.tsx';
import { LetterShelf, SentShelf } from './LetterShelf.tsx';
import { firstDoor, type Shelf } from './letters.ts';
import { NewLetter } from './NewLetter.tsx';
import { PaneGone, PickOne } from './Pane.tsx';
import { readPlace, shelfPath } from './place.ts';
import { Notices, QuotaCard } from './Quota.tsx';
import { SentPane } from './SentPane.tsx';

/** Sealed letters: doors by what is proved about their writers, the list behind one, and the letter that is read. */
export function InboxRoom() {
  const { t } = useTranslation('inbox');
  const { t: frame } = useTranslation();
  const [path, go] = useLocation();
  const query = useQuery();
  const inbox = usePresentInbox();
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const withModifier = useModifier();
  usePageTitle(frame('room.inbox'));

  const place = readPlace(path, query);
  const letter = place.open === 'letter' ? inbox.letters.find(({ id }) => id === place.id) : undefined;
  const sent = place.open === 'sent' ? inbox.sent.find(({ id }) => id === place.id) : undefined;
  // The door stays while its last new letter is read.
  const [entered, setEntered] = useState<Shelf | null>(null);
  if (entered === null && inbox.letters.length > 0) setEntered(firstDoor(inbox.letters));
  const [last, setLast] = useState<Shelf | null>(null);
  const shelf = place.shelf ?? letter?.door ?? last ?? entered ?? 'known';
  if (shelf !== last && (place.shelf ?? letter?.door)) setLast(shelf);

  const close = () => {
    const row = document.querySelector<HTMLElement>('[data-row][aria-current="true"]');
    go(shelfPath(shelf));
    (row ?? title.current)?.focus();
  };
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented) return;
    if (withModifier(event) && !event.shiftKey && event.code === 'KeyF') {
      event.preventDefault();
      search.current?.focus();
    } else if (event.key === 'Escape' && place.open !== null) close();
  });

  const pane: ReactNode =
    place.open === 'letter' ? (
      letter ? (
        <LetterPane key={letter.id} letter={letter} sent={inbox.sent} onClose={close} />
      ) : inbox.status === 'loading' ? null : (
        <PaneGone onClose={close} />
      )
    ) : place.open === 'sent' ? (
      sent ? (
        <SentPane key={sent.id} letter={sent} onClose={close} />
      ) : inbox.status === 'loading' ? null : (
        <PaneGone onClose={close} />
      )
    ) : place.open === 'new' ? (
      <NewLetter key={place.to ?? ''} to={place.to} onClose={close} />
    ) : place.open === 'contact' ? (
      <ContactPane key={place.publicKey} publicKey={place.publicKey} onClose={close} />
    ) : place.open === 'new_contact' ? (
      <NewContact onClose={close} />
    ) : null;

  return (
    <div className={[styles.room, pane && styles.withpane].filter(Boolean).join(' ')}>
      <section className={styles.doors} aria-labelledby="inbox-title">
        <header className={styles.title}>
          <h1 id="inbox-title" ref={title} tabIndex={-1}>
            {frame('room.inbox')}
          </h1>
          <Button look="primary" size="sm" className="end" onClick={() => go('/inbox/new')}>
            <IconPencil size={16} stroke={1.75} aria-hidden="true" />
            {t('write')}
          </Button>
        </header>
        <Doors inbox={inbox} shelf={shelf} onPick={() => setText('')} />
        <QuotaCard inbox={inbox} onCleared={() => go(shelfPath(shelf))} />
      </section>
      <section className={styles.middle} aria-labelledby="shelf-title">
        <header className={styles.shelfhead}>
          <h2 id="shelf-title">{t(`shelf.${shelf}.title`)}</h2>
          <SearchField
            ref={search}
            label={t(shelf === 'contacts' ? 'search_contacts' : 'search')}
            value={text}
            onChange={setText}
          />
        </header>
        <Notices inbox={inbox} />
        {shelf === 'contacts' ? (
          <ContactList contacts={inbox.contacts} text={text} open={place.open === 'contact' ? place.publicKey : null} />
        ) : shelf === 'sent' ? (
          <SentShelf sent={inbox.sent} text={text} open={sent?.id ?? null} status={inbox.status} />
        ) : (
          <LetterShelf inbox={inbox} door={shelf} text={text} open={letter?.id ?? null} />
        )}
      </section>
      {pane ??
        (!compact && (
          <PickOne
            shelf={shelf}
            empty={shelf === 'contacts' ? inbox.contacts.length === 0 : inbox.letters.length + inbox.sent.length === 0}
          />
        ))}
    </div>
  );
}
