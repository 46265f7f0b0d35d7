import type { ReactNode } from 'react';
import styles from './Tag.module.css';

export function Tag({ tone, children }: { tone?: 'good' | 'warn' | 'bad' | 'info'; children: ReactNode }) {
  return <span className={[styles.tag, tone && styles[tone]].filter(Boolean).join(' ')}>{children}</span>;
}
