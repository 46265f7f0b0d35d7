import { ownText, packages, texts } from 'virtual:licences';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Licences.module.css';
import { SettingsSection } from './Section.tsx';

/** The licences of Parlor and of third-party packages. */
export function Licences() {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection title={t('section.licences')} lead={t('licences.lead', { count: packages.length })}>
      <Card>
        <OwnLicence />
        {packages.map(({ text, ...entry }) => (
          <Package
            key={`${entry.name} ${entry.version}`}
            {...entry}
            text={(text === null ? null : texts[text]) ?? t('licences.no_text', { licence: entry.licence })}
          />
        ))}
      </Card>
    </SettingsSection>
  );
}

export function OwnLicence() {
  const version = useApp((app) => app.version);
  return <Package name="Parlor" version={version} licence="MIT" text={ownText} />;
}

interface PackageProps {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** Renders the licence text only while open: there are many long ones. */
function Package({ name, version, licence, text }: PackageProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.package} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b className="truncate">{name}</b>
        <span className="small faint">{version}</span>
        <span className="small end nowrap">{licence}</span>
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
        <pre className={styles.licence} tabIndex={0}>
          {text}
        </pre>
      )}
    </details>
  );
}
