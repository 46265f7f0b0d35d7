import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface SettingsSectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One section: title, actions, and its cards. */
export function SettingsSection({ title, lead, actions, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="col gap3" aria-labelledby={id}>
      <header className={`${styles.head} row wrap`}>
        <h2 id={id}>{title}</h2>
        {actions && <span className="row wrap end">{actions}</span>}
      </header>
      {lead && <p className="small dim measure">{lead}</p>}
      {children}
    </section>
  );
}

interface SettingRowProps {
  label: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** One setting: label and note, with its control at the right. */
export function SettingRow({ label, note, children }: SettingRowProps) {
  return (
    <div className={`${styles.setting} row wrap`}>
      <span className={styles.text}>
        <b>{label}</b>
        {note && <span className="small dim block">{note}</span>}
      </span>
      {children}
    </div>
  );
}
