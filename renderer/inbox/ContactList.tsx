import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Contact } from '../../shared/bridge/contract.ts';
import { useListKeys } from '../app/list-keys.ts';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { shortHash } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import { usePeople } from './asking.ts';
import styles from './Inbox.module.css';
import { fits, inOrder } from './letters.ts';
import { contactPath } from './place.ts';

interface ContactListProps {
  contacts: readonly Contact[];
  text: string;
  open: string | null;
}

/** People by the names one gave them; those kept away stand at the end. */
export function ContactList({ contacts, text, open }: ContactListProps) {
  const { t } = useTranslation('inbox');
  const [, go] = useLocation();
  const people = usePeople();
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const nicknames = new Map(people.map(({ public_key, nickname }) => [public_key, nickname]));
  const nameOf = ({ name, public_key }: Contact) => name || (nicknames.get(public_key) ?? shortHash(public_key));
  const shown = inOrder(contacts, nameOf).filter((each) => fits(text, [nameOf(each), each.notes, each.public_key]));
  const onKeyDown = useListKeys(
    shown.map(nameOf),
    shown.findIndex(({ public_key }) => public_key === focused),
    (index) => list.current?.querySelectorAll<HTMLElement>('[data-row]')[index]?.focus(),
  );
  if (contacts.length === 0) {
    return (
      <div className={styles.empty}>
        <Empty
          icon={<IconAddressBook size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('empty.contacts.title')}
          actions={<Button onClick={() => go('/inbox/contacts/new')}>{t('empty.add')}</Button>}
        >
          {t('empty.contacts.body')}
        </Empty>
      </div>
    );
  }
  const tabStop = shown.some(({ public_key }) => public_key === focused) ? focused : shown[0]?.public_key;
  return (
    <div className={styles.list}>
      <ul aria-label={t('list.contacts')} ref={list} onKeyDown={onKeyDown}>
        {shown.map((contact) => (
          <li key={contact.public_key}>
            <Link
              href={contactPath(contact.public_key)}
              className={`${styles.row} ${styles.contactrow}`}
              data-row={contact.public_key}
              aria-current={contact.public_key === open ? 'true' : undefined}
              tabIndex={contact.public_key === tabStop ? 0 : -1}
              onFocus={() => setFocused(contact.public_key)}
            >
              <span className={styles.rowpicture}>
                <Quilt publicKey={contact.public_key} size={36} />
              </span>
              <span className={styles.rowbody}>
                <span className="row">
                  <b className="cut">{isolated(nameOf(contact))}</b>
                  {contact.blocked && <Tag tone="bad">{t('blocked')}</Tag>}
                  <span className="end mono micro faint">{shortHash(contact.public_key)}</span>
                </span>
                <span className={`${styles.rowwords} small dim cut`}>{contact.notes.split('\n')[0]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.listfoot}>
        {shown.length === 0 && <p className="small faint">{t('none_found')}</p>}
        <Button size="sm" onClick={() => go('/inbox/contacts/new')}>
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('empty.add')}
        </Button>
      </div>
    </div>
  );
}
