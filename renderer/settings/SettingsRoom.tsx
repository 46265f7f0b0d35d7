import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { usePageTitle } from '../app/Page.tsx';
import { Select } from '../look/Select.tsx';
import { About } from './About.tsx';
import { Communities } from './Communities.tsx';
import { Consents } from './Consents.tsx';
import { Doctor } from './Doctor.tsx';
import { HouseSection } from './HouseSection.tsx';
import { Identities } from './Identities.tsx';
import { Looks } from './Looks.tsx';
import { Notices } from './Notices.tsx';
import styles from './Settings.module.css';
import { StorageSection } from './StorageSection.tsx';
import { type Section, sectionOf, sectionPath, sections } from './sections.ts';

const Licences = lazy(() => import('./Licences.tsx').then((module) => ({ default: module.Licences })));

interface SettingsRoomProps {
  /** Opens the sheet with the 24 words. */
  onWords(): void;
}

/** What a person keeps, where they belong, and how Parlor behaves: one list at the left, one part at a time. */
export function SettingsRoom({ onWords }: SettingsRoomProps) {
  const { t } = useTranslation('settings');
  const { t: frame } = useTranslation();
  const [path, go] = useLocation();
  const section = sectionOf(path);
  usePageTitle(frame('room.settings'));
  return (
    <div className={styles.room}>
      <div className={styles.side}>
        <h1>{frame('room.settings')}</h1>
        <nav className="wide" aria-label={t('parts')}>
          {sections.map((one) => (
            <Link
              key={one}
              href={sectionPath(one)}
              className={styles.part}
              aria-current={one === section ? 'page' : undefined}
            >
              {t(`section.${one}`)}
            </Link>
          ))}
        </nav>
        <Select
          className="narrow"
          label={t('parts')}
          value={section}
          options={sections.map((value) => ({ value, label: t(`section.${value}`) }))}
          onChange={(one) => go(sectionPath(one))}
        />
      </div>
      <div className={styles.scroll} key={section}>
        {partOf(section, onWords)}
      </div>
    </div>
  );
}

function partOf(section: Section, onWords: () => void): ReactNode {
  switch (section) {
    case 'overview':
      return (
        <div className={styles.columns}>
          <Identities onWords={onWords} />
          <Doctor />
        </div>
      );
    case 'identities':
      return <Identities onWords={onWords} />;
    case 'communities':
      return <Communities />;
    case 'connection':
      return <Doctor />;
    case 'house':
      return <HouseSection />;
    case 'consents':
      return <Consents />;
    case 'notices':
      return <Notices />;
    case 'looks':
      return <Looks />;
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
