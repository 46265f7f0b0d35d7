import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  title?: ReactNode;
  /** Shown on the right of the header. */
  state?: ReactNode;
  /** Renders the title smaller. */
  minor?: boolean;
  children: ReactNode;
  /** Highlights the card: it needs the user's attention. */
  warned?: boolean;
  className?: string | undefined;
  bodyClassName?: string | undefined;
}

/** A titled panel. Cards must not be nested. */
export function Card({ title, state, minor = false, warned = false, children, className, bodyClassName }: CardProps) {
  return (
    <section className={[styles.card, warned && styles.warned, className].filter(Boolean).join(' ')}>
      {title !== undefined && (
        <div className={`${styles.head} row`}>
          <h2 className={minor ? 'h3' : undefined}>{title}</h2>
          {state !== undefined && <span className="end">{state}</span>}
        </div>
      )}
      <div className={[styles.body, bodyClassName].filter(Boolean).join(' ')}>{children}</div>
    </section>
  );
}
