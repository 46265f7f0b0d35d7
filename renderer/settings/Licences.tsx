import { packages, texts } from 'virtual:licences';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../ui/Card.tsx';
import styles from './Licences.module.css';
import { SettingsSection } from './Section.tsx';

/** Third-party packages and their licences. */
export function Licences() {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection title={t('section.licences')} lead={t('licences.lead', { count: packages.length })}>
      <Card>
        {packages.map((entry) => (
          <Package key={`${entry.name} ${entry.version}`} {...entry} />
        ))}
      </Card>
    </SettingsSection>
  );
}

/** Renders the licence text only while open: there are many long ones. */
function Package({ name, version, licence, text }: (typeof packages)[number]) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const licenceText = text === null ? undefined : texts[text];
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
          {licenceText ?? t('licences.no_text', { licence })}
        </pre>
      )}
    </details>
  );
}
