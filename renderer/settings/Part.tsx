import { type ReactNode, useId } from 'react';
import styles from './Settings.module.css';

interface PartProps {
  title: string;
  /** What it is about, in one sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of Settings: its title with what can be done there, then its cards. */
export function Part({ title, lead, actions, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.stack} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      {lead && <p className="small dim measure">{lead}</p>}
      {children}
    </section>
  );
}

interface LineProps {
  label: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** One setting: what it is, what it means, and at its right the choice. */
export function Line({ label, note, children }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.words}>
        <b>{label}</b>
        {note && <span className="small dim block">{note}</span>}
      </span>
      {children}
    </div>
  );
}
