import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  title?: ReactNode;
  /** Shown on the right of the header. */
  headerEnd?: ReactNode;
  /** Renders the title smaller. */
  smallTitle?: boolean;
  children: ReactNode;
  /** Highlights the card: it needs the user's attention. */
  highlighted?: boolean;
  className?: string | undefined;
  bodyClassName?: string | undefined;
}

/** A titled panel. Cards must not be nested. */
export function Card({
  title,
  headerEnd,
  smallTitle = false,
  highlighted = false,
  children,
  className,
  bodyClassName,
}: CardProps) {
  return (
    <section className={[styles.card, highlighted && styles.highlighted, className].filter(Boolean).join(' ')}>
      {title !== undefined && (
        <div className={`${styles.header} row`}>
          <h2 className={smallTitle ? 'h3' : undefined}>{title}</h2>
          {headerEnd !== undefined && <span className="end">{headerEnd}</span>}
        </div>
      )}
      <div className={[styles.body, bodyClassName].filter(Boolean).join(' ')}>{children}</div>
    </section>
  );
}
