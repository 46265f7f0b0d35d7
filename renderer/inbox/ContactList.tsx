import { IconAddressBook, IconBan, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isolatedName } from '../../shared/peer-text.ts';
import { contactPath } from '../core/rooms.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import styles from './VirtualList.module.css';
import { VirtualList } from './VirtualList.tsx';

interface ContactListProps {
  section: 'contacts' | 'blocked';
  /** The search text. */
  query: string;
  /** The public key of the open contact. */
  openKey: string | null;
}

/** Contacts or blocked people, by name. */
export function ContactList({ section, query, openKey }: ContactListProps) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const addButton = section === 'contacts' && (
    <Button size="sm" onClick={() => navigate('/inbox/contacts/new')}>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('contact.new')}
    </Button>
  );
  const Icon = section === 'contacts' ? IconAddressBook : IconBan;
  return (
    <VirtualList
      key={section}
      label={t(`list.${section}`)}
      query={query}
      load={(bridge, { until: _, ...request }) => bridge.inbox.contacts({ ...request, blocked: section === 'blocked' })}
      rowOf={({ contact: { public_key } }) => ({ id: public_key, href: contactPath(public_key, section) })}
      openId={openKey}
      render={({ contact, shown_name }) => (
        <>
          <span className={styles.picture}>
            <Identicon publicKey={contact.public_key} size={38} />
          </span>
          <span className={styles.body}>
            <span className="row">
              <b className="truncate">{isolatedName(shown_name)}</b>
              <span className="end mono micro faint">{shortHash(contact.public_key)}</span>
            </span>
            <bdi className={`${styles.summary} small dim truncate block`}>{contact.notes.split('\n')[0]}</bdi>
          </span>
        </>
      )}
      empty={
        <div className={styles.empty}>
          <EmptyState
            icon={<Icon size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t(`empty.${section}.title`)}
            actions={addButton}
          >
            {t(`empty.${section}.body`)}
          </EmptyState>
        </div>
      }
      foot={(isEmpty) => (
        <>
          {isEmpty && <p>{t('none_found')}</p>}
          {addButton}
        </>
      )}
    />
  );
}
