import type { ReactNode } from 'react';
import styles from './Banner.module.css';

interface BannerProps {
  role: 'alert' | 'status';
  tone?: 'warn' | 'bad';
  children: ReactNode;
}

/** A message bar across a page or list; its actions go on the right. */
export const Banner = ({ role, tone = 'warn', children }: BannerProps) => (
  <div className={styles.banner} role={role} data-tone={tone}>
    {children}
  </div>
);
