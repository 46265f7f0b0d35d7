import type { ReactNode } from 'react';
import styles from './FieldGrid.module.css';

/** Fields in two columns. */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;

/** The class of a field that spans both columns. */
export const wideFieldClass = styles.wide ?? '';
