import { type ReactNode, useId } from 'react';
import styles from './Hosting.module.css';

interface FieldProps {
  label: string;
  note?: ReactNode;
  error?: string | null;
  className?: string | undefined;
  /** Draws the field itself; the words around it belong to it by these. */
  children(ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }): ReactNode;
}

/** A field with its label above, and under it what it means or what is wrong with it. */
export function Field({ label, note, error = null, className, children }: FieldProps) {
  const id = useId();
  const words = error ?? note;
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': words ? `${id}-words` : undefined, 'aria-invalid': error !== null })}
      {words && (
        <span id={`${id}-words`} className={`small ${error ? 'bad' : 'faint'}`}>
          {words}
        </span>
      )}
    </div>
  );
}
