import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  title?: ReactNode;
  /** Stands at the right of the head. */
  state?: ReactNode;
  /** A card beside the main one. */
  minor?: boolean;
  children: ReactNode;
  className?: string | undefined;
  bodyClassName?: string | undefined;
}

/** Line, radius, no shadow; a head with the title left and the state right. Cards never nest. */
export function Card({ title, state, minor = false, children, className, bodyClassName }: CardProps) {
  return (
    <section className={[styles.card, className].filter(Boolean).join(' ')}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 className={minor ? 'h3' : undefined}>{title}</h2>
          {state !== undefined && <span className="end">{state}</span>}
        </div>
      )}
      <div className={[styles.body, bodyClassName].filter(Boolean).join(' ')}>{children}</div>
    </section>
  );
}
