import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Buttons for what the user can do next. */
  actions?: ReactNode;
  code?: string | undefined;
  alert?: boolean;
}

/** Shown in place of an empty or failed list or page: what happened, what it means, what to do, and an error code to copy. */
export function EmptyState({ icon, title, children, actions, code, alert = false }: EmptyStateProps) {
  return (
    <section className={`${styles.empty} col`} role={alert ? 'alert' : undefined}>
      {icon}
      <h2>{title}</h2>
      <p className="dim">{children}</p>
      {(actions || code) && (
        <div className={`${styles.footer} row wrap`}>
          {actions}
          {code && (
            <span className="end faint">
              <CopyButton value={code} />
            </span>
          )}
        </div>
      )}
    </section>
  );
}
