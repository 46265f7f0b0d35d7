import type { ComponentProps } from 'react';
import styles from './TextButton.module.css';

/** A button that reads as a link: it opens something small where it stands. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[styles.text, className].filter(Boolean).join(' ')} />;
}
