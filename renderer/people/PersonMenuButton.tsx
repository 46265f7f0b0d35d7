import {
  IconAddressBook,
  IconBan,
  IconDots,
  IconFlag,
  IconMail,
  IconSwords,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ComplaintSubject } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useContactName } from '../core/context.tsx';
import { challengePath, contactPath, profilePath, writePath } from '../core/rooms.ts';
import { Button } from '../ui/Button.tsx';
import { shortHash } from '../ui/format.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useContacts } from './contacts.ts';
import styles from './PersonMenuButton.module.css';
import type { PersonButtonProps } from './person-button.ts';
import { Report } from './report.ts';
import { useBlocking } from './use-blocking.tsx';
import { useOffersReports } from './use-offers-reports.ts';

export interface PersonMenuButtonProps extends PersonButtonProps {
  /** What a report from here is about; the person by default. */
  about?: ComplaintSubject;
}

const aboutPerson: ComplaintSubject = { kind: 'profile' };

/** What the user can do about another person, one click away wherever they appear. Not for house players. */
export function PersonMenuButton({ publicKey, name, variant = 'quiet', about = aboutPerson }: PersonMenuButtonProps) {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const contact = useContactName(publicKey);
  const contacts = useContacts();
  const offersReports = useOffersReports();
  const [isReporting, setIsReporting] = useState(false);
  const person = { public_key: publicKey, name };
  const { isBlocked, toggle, dialog } = useBlocking(contacts, person);
  const item = (id: string, label: string, Icon: typeof IconMail, onSelect: () => void): MenuItem => ({
    id,
    label,
    icon: <Icon size={18} stroke={1.75} aria-hidden="true" />,
    onSelect,
  });
  const items = [
    ...(isBlocked
      ? []
      : [
          item('challenge', tApp('challenge'), IconSwords, () => navigate(challengePath(publicKey))),
          item('write', t('contact.write'), IconMail, () => navigate(writePath(publicKey))),
        ]),
    item('profile', t('contact.profile'), IconUser, () => navigate(profilePath(publicKey))),
    contact
      ? item('contact', t('contact.open'), IconAddressBook, () =>
          navigate(contactPath(publicKey, isBlocked ? 'blocked' : 'contacts')),
        )
      : item('add-contact', t('contact.add'), IconUserPlus, () => contacts.add(person)),
    item('block', t(isBlocked ? 'contact.unblock' : 'contact.block'), IconBan, toggle),
    ...(offersReports ? [item('report', t('contact.report'), IconFlag, () => setIsReporting(true))] : []),
  ];
  const label = t('contact.more', { name: isolatedName(name || shortHash(publicKey)) });
  return (
    <>
      <Menu items={items}>
        <Button
          size={variant === 'felt' ? 'md' : 'sm'}
          variant={variant}
          iconOnly
          data-action="person-menu"
          aria-label={label}
          title={label}
        >
          <IconDots size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </Menu>
      {isReporting && <Report {...{ publicKey, name, about }} onClose={() => setIsReporting(false)} />}
      {dialog}
      {contacts.problem && (
        <div className={styles.problem}>
          <ProblemLine problem={contacts.problem} />
        </div>
      )}
    </>
  );
}
