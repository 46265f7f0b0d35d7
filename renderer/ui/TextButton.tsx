import type { ComponentProps } from 'react';
import styles from './TextButton.module.css';

/** A button that looks like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[styles.text, className].filter(Boolean).join(' ')} />;
}
