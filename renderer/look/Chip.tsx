import type { ButtonHTMLAttributes } from 'react';
import styles from './Chip.module.css';

/** One of a few things to choose from, or a door to more of them (`data-on` while some of those are chosen). */
export const Chip = (props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) => (
  <button type="button" className={styles.chip} {...props} />
);
