import { IconAddressBook, IconBan, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Contact } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { matchesText, sortByName } from './inbox-filters.ts';
import { contactPath } from './path.ts';
import { useNicknames } from './queries.ts';
import styles from './VirtualList.module.css';
import { VirtualList } from './VirtualList.tsx';

interface ContactListProps {
  section: 'contacts' | 'blocked';
  /** The contacts of this section. */
  contacts: readonly Contact[];
  /** The search text. */
  query: string;
  /** The public key of the open contact. */
  openKey: string | null;
}

/** Contacts or blocked people, by name. */
export function ContactList({ section, contacts, query, openKey }: ContactListProps) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const nicknames = useNicknames();
  const nameOf = ({ name, public_key }: Contact) => name || (nicknames.get(public_key) ?? shortHash(public_key));
  const matches = sortByName(contacts, nameOf).filter((contact) =>
    matchesText(query, [nameOf(contact), contact.notes, contact.public_key]),
  );
  const addButton = section === 'contacts' && (
    <Button size="sm" onClick={() => navigate('/inbox/contacts/new')}>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('contact.new')}
    </Button>
  );
  if (contacts.length === 0) {
    const Icon = section === 'contacts' ? IconAddressBook : IconBan;
    return (
      <div className={styles.empty}>
        <EmptyState
          icon={<Icon size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t(`empty.${section}.title`)}
          actions={addButton}
        >
          {t(`empty.${section}.body`)}
        </EmptyState>
      </div>
    );
  }
  return (
    <VirtualList
      key={`${section} ${query}`}
      label={t(`list.${section}`)}
      rows={matches.map((item) => ({
        id: item.public_key,
        item,
        name: nameOf(item),
        href: contactPath(item.public_key, section),
      }))}
      openId={openKey}
      render={(contact) => (
        <>
          <span className={styles.picture}>
            <Identicon publicKey={contact.public_key} size={38} />
          </span>
          <span className={styles.body}>
            <span className="row">
              <b className="truncate">{isolatedName(nameOf(contact))}</b>
              <span className="end mono micro faint">{shortHash(contact.public_key)}</span>
            </span>
            <bdi className={`${styles.summary} small dim truncate block`}>{contact.notes.split('\n')[0]}</bdi>
          </span>
        </>
      )}
      foot={
        <>
          {matches.length === 0 && <p>{t('none_found')}</p>}
          {addButton}
        </>
      }
    />
  );
}
