import type { ButtonHTMLAttributes } from 'react';
import styles from './Chip.module.css';

/** A toggle of a filter, or a button opening further ones (`data-on` while some of those are set). */
export const Chip = (props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) => (
  <button type="button" className={styles.chip} {...props} />
);
