import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { usePageTitle } from '../ui/Page.tsx';
import { Select } from '../ui/Select.tsx';
import { About } from './About.tsx';
import { Agents } from './Agents.tsx';
import { Appearance } from './Appearance.tsx';
import { Communities } from './Communities.tsx';
import { Consents } from './Consents.tsx';
import { Doctor } from './Doctor.tsx';
import { HouseSection } from './HouseSection.tsx';
import { Identities } from './Identities.tsx';
import { Notifications } from './Notifications.tsx';
import { Relays } from './Relays.tsx';
import styles from './SettingsRoom.module.css';
import { StorageSection } from './StorageSection.tsx';
import { type Section, sectionOf, sectionPath, sections } from './sections.ts';

const Licences = lazy(() => import('./Licences.tsx').then((module) => ({ default: module.Licences })));

interface SettingsRoomProps {
  /** Opens the recovery phrase dialog. */
  onRecoveryPhrase(): void;
}

/** Settings: the list of sections at the left, one section at a time. */
export function SettingsRoom({ onRecoveryPhrase }: SettingsRoomProps) {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const [path, navigate] = useLocation();
  const section = sectionOf(path);
  usePageTitle(tApp('room.settings'));
  return (
    <div className={styles.room}>
      <div className={`${styles.side} col gap3`}>
        <h1>{tApp('room.settings')}</h1>
        <nav className="col gap1 wide" aria-label={t('parts')}>
          {sections.map((value) => (
            <Link
              key={value}
              href={sectionPath(value)}
              className={styles.section}
              aria-current={value === section ? 'page' : undefined}
            >
              {t(`section.${value}`)}
            </Link>
          ))}
        </nav>
        <Select
          className="narrow"
          label={t('parts')}
          value={section}
          options={sections.map((value) => ({ value, label: t(`section.${value}`) }))}
          onChange={(value) => navigate(sectionPath(value))}
        />
      </div>
      <div className={styles.scroll} key={section}>
        {renderSection(section, onRecoveryPhrase)}
      </div>
    </div>
  );
}

function renderSection(section: Section, onRecoveryPhrase: () => void): ReactNode {
  switch (section) {
    case 'overview':
      return (
        <div className={styles.columns}>
          <Identities onRecoveryPhrase={onRecoveryPhrase} />
          <Doctor />
        </div>
      );
    case 'identities':
      return <Identities onRecoveryPhrase={onRecoveryPhrase} />;
    case 'communities':
      return <Communities />;
    case 'connection':
      return (
        <>
          <Doctor />
          <Relays />
        </>
      );
    case 'agents':
      return <Agents />;
    case 'house':
      return <HouseSection />;
    case 'consents':
      return <Consents />;
    case 'notices':
      return <Notifications />;
    case 'looks':
      return <Appearance />;
    case 'storage':
      return <StorageSection />;
    case 'licences':
      return (
        <Suspense>
          <Licences />
        </Suspense>
      );
    case 'about':
      return <About />;
  }
}
