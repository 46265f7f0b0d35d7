import type { ButtonHTMLAttributes } from 'react';
import styles from './Chip.module.css';

/** A filter toggle, or a button that opens more filters (`data-on` while any of them is set). */
export const Chip = (props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) => (
  <button type="button" className={styles.chip} {...props} />
);
