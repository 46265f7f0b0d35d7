import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `primary` per surface and one `brass` per window; `wood` and `feltside` are for buttons on those backgrounds. */
  look?: 'plain' | 'primary' | 'brass' | 'quiet' | 'danger' | 'wood' | 'feltside';
  size?: 'sm' | 'md' | 'big';
  icon?: boolean;
}

export function Button({ look = 'plain', size = 'md', icon = false, className, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], styles[size], icon && styles.icon, className];
  return <button type="button" {...rest} className={classes.filter(Boolean).join(' ')} />;
}
