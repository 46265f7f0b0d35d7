import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `primary` per surface and one `brass` per window; `wood` and `felt` are for buttons on those backgrounds. */
  variant?: 'plain' | 'primary' | 'brass' | 'quiet' | 'danger' | 'wood' | 'felt';
  size?: 'sm' | 'md' | 'lg';
  iconOnly?: boolean;
}

export function Button({ variant = 'plain', size = 'md', iconOnly = false, className, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[variant], styles[size], iconOnly && styles.iconOnly, className];
  return <button type="button" {...rest} className={classes.filter(Boolean).join(' ')} />;
}
