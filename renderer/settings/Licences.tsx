import { packages, texts } from 'virtual:licences';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../look/Card.tsx';
import { Part } from './Part.tsx';
import styles from './Settings.module.css';

/** Whose work Parlor is made of, and on what terms. */
export function Licences() {
  const { t } = useTranslation('settings');
  return (
    <Part title={t('section.licences')} lead={t('licences.lead', { count: packages.length })}>
      <Card>
        {packages.map((each) => (
          <Package key={`${each.name} ${each.version}`} {...each} />
        ))}
      </Card>
    </Part>
  );
}

/** The text is drawn once somebody opens it: there are many, and most are long. */
function Package({ name, version, licence, text }: (typeof packages)[number]) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const words = text === null ? undefined : texts[text];
  return (
    <details className={styles.package} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b className="cut">{name}</b>
        <span className="small faint">{version}</span>
        <span className="small end nowrap">{licence}</span>
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <pre className={styles.licence} tabIndex={0}>
          {words ?? t('licences.no_text', { licence })}
        </pre>
      )}
    </details>
  );
}
